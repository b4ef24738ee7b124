package dev.hotlane.dist;

import dev.hotlane.infra.stack.Finished;
import dev.hotlane.infra.stack.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The unpacked zip, whose programs run in a directory that they may not write, under an account without rights and without a
 * home if the tests run as root, else under that of the tests. One thread.
 */
final class Installation {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final String NOBODY = "65534";

    /** Words before a program that runs under the account of the tests. */
    private static final int OWN_WORDS = 4;

    private static final Map<String, String> SMALL =
            Map.of("HOTLANE_JAVA_OPTS", "-Xmx768m -XX:+UseSerialGC -XX:TieredStopAtLevel=1");

    /** Variables that add a JDK, or lines to the output. */
    private static final Set<String> OF_A_DESK =
            Set.of("SDKMAN_DIR", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private final Path directory;
    private final Path root;
    private final List<String> account;

    /** An end: lines of the standard output and of the error output, without the one that names the JDK. */
    record Ended(int code, List<String> out, List<String> err) {}

    private Installation(Path directory, Path root, List<String> account) {
        this.directory = directory;
        this.root = root;
        this.account = account;
    }

    /** Unpacks it into a directory of the test. */
    static Installation in(Path directory) throws IOException {
        Path root = Archives.unpackZip(directory);
        Files.createDirectories(directory.resolve("nothing"));
        return new Installation(directory, root, account(root.resolve("bin/hotlane")));
    }

    private static List<String> account(Path program) {
        List<String> own = List.of("env", "-u", "HOME", "JAVA_HOME=" + System.getProperty("java.home"));
        Optional<Path> setpriv = Programs.find("setpriv");
        if (!System.getProperty("user.name").equals("root") || setpriv.isEmpty()) {
            System.out.println("Not root, or no setpriv: the installation runs under the account of the tests.");
            return own;
        }
        List<String> words = new ArrayList<>(
                List.of(setpriv.get().toString(), "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
        words.addAll(own);
        List<String> jdks = new ArrayList<>(words);
        jdks.addAll(List.of(program.toString(), "jdks"));
        Finished seen = Finished.run(PATIENCE, jdks.toArray(String[]::new));
        if (seen.code() != 0) {
            System.out.println(
                    "Another account can't read the JDK or the directory of tests: the installation runs under"
                            + " that of the tests. " + seen);
            return own;
        }
        return words;
    }

    /** Whether another account than root runs the programs, so that modes of files hold for them. */
    boolean isLimited() {
        return account.size() > OWN_WORDS || !System.getProperty("user.name").equals("root");
    }

    /** The unpacked directory. */
    Path root() {
        return root;
    }

    /** Makes a directory that the programs may write. */
    Path writable(String name) throws IOException {
        Path made = Files.createDirectory(directory.resolve(name));
        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxrwxrwx"));
        return made;
    }

    /** Writes a file that the programs may read. */
    Path file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    /** A program that was started, with its output in files of the test. */
    record Started(Process process, Path out, Path err) {
        /** Waits for its end. */
        Ended end() throws IOException, InterruptedException {
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                throw new AssertionError("still running after " + PATIENCE + ": " + Files.readString(out));
            }
            List<String> said = Files.readAllLines(err).stream()
                    .filter(line -> !line.startsWith("Using Java "))
                    .toList();
            return new Ended(process.exitValue(), Files.readAllLines(out), said);
        }
    }

    /** Starts `bin/hotlane` with these words. */
    Started start(String... words) throws IOException {
        return start(root.resolve("bin/hotlane"), Map.of(), words);
    }

    /** Starts that program with these words and these variables besides the usual ones. */
    Started start(Path program, Map<String, String> environment, String... words) throws IOException {
        List<String> command = new ArrayList<>(account);
        environment.forEach((name, value) -> command.add(name + "=" + value));
        command.add(program.toString());
        command.addAll(List.of(words));
        Path out = Files.createTempFile(directory, "out", "");
        Path err = Files.createTempFile(directory, "err", "");
        Path working = directory.resolve("nothing");
        Files.setPosixFilePermissions(working, PosixFilePermissions.fromString("r-xr-xr-x"));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(working.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("HOTLANE_") || OF_A_DESK.contains(name));
        builder.environment().putAll(SMALL);
        return new Started(builder.start(), out, err);
    }

    /** Runs `bin/hotlane` with these words to its end. */
    Ended run(String... words) throws IOException, InterruptedException {
        return start(words).end();
    }
}
