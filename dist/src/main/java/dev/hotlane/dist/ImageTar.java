package dev.hotlane.dist;

import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.Port;
import dev.hotlane.protocol.process.Build;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Writes the container image of all roles as a tar for `docker load`: layers of the base, of others' jars and of ours. Of one
 * input it writes the same bytes each time. Asks no registry.
 *
 * @param base the root file system below all: libraries, and a Java runtime in `opt/java`
 * @param installation an unpacked archive
 * @param flags of the JVM, without the class path
 */
public record ImageTar(Path base, Path installation, List<String> flags) {

    /** Number of the account and of its group in the image. */
    static final String ACCOUNT = "10001";

    private static final String HOME = "/opt/hotlane";
    private static final String DATA = "/data";
    private static final String NAME = "hotlane:";
    private static final String LOWEST = "base";
    private static final FilePermissions RUNS = FilePermissions.fromOctalString("755");
    private static final FilePermissions READS = FilePermissions.fromOctalString("644");
    private static final FilePermissions OWN = FilePermissions.fromOctalString("750");

    /** Has a copy of the lists. */
    public ImageTar {
        flags = List.copyOf(flags);
    }

    /**
     * Writes one.
     *
     * @param words the base, the unpacked archive, the tar, the directory for layers on the way, then the flags of the JVM
     */
    public static void main(String[] words) throws Exception {
        List<String> flags = List.of(words).subList(4, words.length);
        new ImageTar(Path.of(words[0]), Path.of(words[1]), flags).writeTo(Path.of(words[2]), Path.of(words[3]));
        System.out.println(name());
        // Threads of Jib wait for more work.
        System.exit(0);
    }

    /** Its name and tag. */
    static String name() {
        return NAME + Build.THIS.version();
    }

    /** What starts: the words of the caller follow. */
    List<String> entry() {
        List<String> entry = new ArrayList<>();
        entry.add("/opt/java/bin/java");
        entry.addAll(flags);
        // The root may be read-only. Libraries of others unpack native code there.
        entry.add("-Djava.io.tmpdir=" + DATA);
        entry.addAll(List.of("-cp", HOME + "/lib/*:" + HOME + "/lib.d/*", "dev.hotlane.infra.cli.Hotlane"));
        return entry;
    }

    /** Writes the tar; compressed layers are kept in a directory on the way. */
    void writeTo(Path tar, Path work) throws Exception {
        Jib.fromScratch()
                .addFileEntriesLayer(base(base))
                .addFileEntriesLayer(jars(false))
                .addFileEntriesLayer(jars(true))
                .setEntrypoint(entry())
                .setEnvironment(Map.of("LANG", "C.UTF-8", "PATH", "/opt/java/bin"))
                .setUser(ACCOUNT + ":" + ACCOUNT)
                .setWorkingDirectory(AbsoluteUnixPath.get(DATA))
                .addVolume(AbsoluteUnixPath.get(DATA))
                .setExposedPorts(Port.tcp(8080), Port.tcp(8081))
                .addLabel("org.opencontainers.image.title", "hotlane")
                .addLabel("org.opencontainers.image.version", Build.THIS.version())
                .addLabel("org.opencontainers.image.licenses", "Apache-2.0")
                .setCreationTime(Instant.EPOCH)
                .containerize(Containerizer.to(TarImage.at(tar).named(name()))
                        .setOfflineMode(true)
                        .setBaseImageLayersCache(work)
                        .setApplicationLayersCache(work));
    }

    private static FileEntriesLayer base(Path base) throws IOException {
        FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName(LOWEST);
        for (Path file : sorted(base)) {
            AbsoluteUnixPath at = AbsoluteUnixPath.get("/" + base.relativize(file));
            layer.addEntry(file, at, Files.isDirectory(file) || Files.isExecutable(file) ? RUNS : READS);
        }
        return layer.build();
    }

    private FileEntriesLayer jars(boolean own) throws IOException {
        FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName(own ? "hotlane" : "libraries");
        for (Path file : sorted(installation)) {
            String name = installation.relativize(file).toString();
            boolean jar = name.startsWith("lib/") && name.endsWith(".jar");
            boolean ours = jar ? name.startsWith("lib/hotlane-") : own && isText(name);
            if (jar ? ours == own : ours) {
                layer.addEntry(file, AbsoluteUnixPath.get(HOME + "/" + name), READS);
            }
        }
        if (own) {
            layer.addEntry(
                    installation.resolve("lib"),
                    AbsoluteUnixPath.get(DATA),
                    OWN,
                    FileEntriesLayer.DEFAULT_MODIFICATION_TIME,
                    ACCOUNT + ":" + ACCOUNT);
        }
        return layer.build();
    }

    /** Licences and the bill of materials. */
    private static boolean isText(String name) {
        return !name.contains("/")
                && (name.endsWith(".json") || name.endsWith(".txt") || name.matches("LICENSE|NOTICE"));
    }

    private static List<Path> sorted(Path directory) throws IOException {
        try (Stream<Path> each = Files.walk(directory)) {
            return each.filter(one -> !one.equals(directory)).sorted().toList();
        }
    }
}
