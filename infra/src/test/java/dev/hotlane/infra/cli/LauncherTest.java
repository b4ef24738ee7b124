package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The JDK that `./hotlane` takes and the command line that it becomes: here of JDKs whose java prints its arguments, on a
 * machine that has no other. The launcher is a copy in which the places of JDKs lie in the test's directory.
 */
class LauncherTest {
    private static final List<String> TOOLS = List.of("bash", "dirname", "find", "readlink", "sed", "sort");

    @TempDir
    private Path root;

    private record Run(int exitCode, List<String> out, List<String> err) {}

    @BeforeEach
    void build() throws IOException {
        root = root.toRealPath();
        write("hotlane", Files.readString(Path.of("../hotlane")));
        String shared = Files.readString(Path.of("launch/java.bash"))
                .replaceAll("(?<=[ {,])/(?=usr/|opt/)", root + "/")
                .replace("{,\"", "{" + root + ",\"");
        write("infra/launch/java.bash", shared);
        for (String tool : TOOLS) {
            Path program = Stream.of(System.getenv("PATH").split(":"))
                    .map(directory -> Path.of(directory, tool))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("the launcher needs " + tool));
            write("tools/" + tool, "#!/bin/sh\nexec " + program + " \"$@\"\n");
        }
        Path target = Files.createDirectories(root.resolve("infra/target"));
        Files.writeString(target.resolve("launcher.stamp"), target + "/run.1\n");
    }

    private void write(String name, String text) throws IOException {
        Path program = root.resolve(name);
        Files.createDirectories(program.getParent());
        Files.writeString(program, text);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }

    /** A JDK in the given directory, whose java leaves a file beside it when it starts. */
    private Path jdk(String home, String version) throws IOException {
        Path directory = jre(home, version);
        write(home + "/bin/javac", "#!/bin/sh\nexit 1\n");
        return directory;
    }

    private Path jre(String home, String version) throws IOException {
        write(home + "/bin/java", "#!/bin/sh\n: > \"$0.started\"\nprintf '%s\\n' \"$@\"\n");
        Files.writeString(
                root.resolve(home).resolve("release"),
                "IMPLEMENTOR=\"Test\"\nJAVA_RUNTIME_VERSION=\"99\"\nJAVA_VERSION=\"" + version + "\"\n");
        return root.resolve(home);
    }

    private void onPath(Path jdk) throws IOException {
        Files.createSymbolicLink(root.resolve("tools/javac"), jdk.resolve("bin/javac"));
    }

    private Run run(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        Path err = root.resolve("err");
        ProcessBuilder builder = new ProcessBuilder(root.resolve("hotlane").toString()).redirectError(err.toFile());
        builder.command().addAll(List.of(arguments));
        builder.environment().keySet().removeAll(List.of("JAVA_HOME", "SDKMAN_DIR", "HOTLANE_JAVA_OPTS"));
        builder.environment().put("PATH", root.resolve("tools").toString());
        builder.environment().put("HOME", root.resolve("home").toString());
        builder.environment().putAll(environment);
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), out.lines().toList(), Files.readAllLines(err));
    }

    /** The launcher took this JDK, named it, and started no other JVM. */
    private void takes(Path jdk, int version, Map<String, String> environment)
            throws IOException, InterruptedException {
        Run run = run(environment, "verify");
        assertThat(run.err()).containsExactly("Using Java " + version + " at " + jdk);
        assertThat(run.exitCode()).isZero();
        try (var files = Files.walk(root)) {
            assertThat(files.filter(file -> file.endsWith("java.started")))
                    .containsExactly(jdk.resolve("bin/java.started"));
        }
    }

    private static Map<String, String> javaHome(Path jdk) {
        return Map.of("JAVA_HOME", jdk.toString());
    }

    @Test
    void theWordsOfHotlaneJavaOptsAreFlagsOfTheJvmWithEachCommand() throws Exception {
        Map<String, String> environment = new TreeMap<>(javaHome(jdk("jdk", "17.0.1")));
        environment.put("HOTLANE_JAVA_OPTS", "-Xmx3g -Done=1");
        for (String command : List.of("dev", "gateway", "processor", "verify")) {
            assertThat(run(environment, command, "--help").out())
                    .as(command)
                    .containsSubsequence(
                            "-XX:+ExitOnOutOfMemoryError",
                            "-Xmx3g",
                            "-Done=1",
                            "-cp",
                            "dev.hotlane.infra.cli.Hotlane",
                            command,
                            "--help");
        }
    }

    /** A program that prints its words before it becomes the one that they name; `nice` alone prints the niceness. */
    private void scheduler(String name, int niceness) throws IOException {
        String alone = "[ $# -gt 0 ] || { echo " + niceness + "; exit; }\n[ \"$3\" != true ] || exit 0\n";
        write("tools/" + name, "#!/bin/sh\n" + alone + "echo " + name + " \"$1\" \"$2\"\nshift 2\nexec \"$@\"\n");
    }

    @Test
    void aFeedRunsInTheTimeThatOthersLeaveUnlessANicenessWasChosen() throws Exception {
        Map<String, String> environment = javaHome(jdk("jdk", "17.0.1"));
        scheduler("nice", 0);
        assertThat(run(environment, "feed").out()).startsWith("nice -n 10", "-XX:+ExitOnOutOfMemoryError");
        scheduler("chrt", 0);
        assertThat(run(environment, "feed").out()).startsWith("chrt --idle 0", "-XX:+ExitOnOutOfMemoryError");
        assertThat(run(environment, "node").out()).startsWith("-XX:+ExitOnOutOfMemoryError");
        scheduler("nice", 5);
        assertThat(run(environment, "feed").out()).startsWith("-XX:+ExitOnOutOfMemoryError");
    }

    @Test
    void anOptionWithoutItsValueReachesTheProgram() throws Exception {
        assertThat(run(javaHome(jdk("jdk", "17.0.1")), "--config").out()).endsWith("--config");
    }

    @Test
    void jarsOfAnOperatorComeLastOnTheClassPath() throws Exception {
        List<String> words = run(javaHome(jdk("jdk", "17.0.1")), "verify").out();
        assertThat(words.get(words.indexOf("-cp") + 1))
                .isEqualTo(root + "/infra/target/run.1/*:" + root + "/infra/target/lib/*:" + root + "/lib.d/*");
    }

    @Test
    void withoutItNoWordIsAdded() throws Exception {
        assertThat(run(javaHome(jdk("jdk", "17.0.1")), "verify").out())
                .hasSize(6)
                .startsWith("-XX:+ExitOnOutOfMemoryError", "-Xshare:auto", "-cp")
                .endsWith("dev.hotlane.infra.cli.Hotlane", "verify");
    }

    @Test
    void aJdkThatWarnsOfOldAccessToMemoryGetsTheFlagsThatAllowIt() throws Exception {
        jdk("usr/lib/jvm/a", "25");
        assertThat(run(Map.of(), "verify").out())
                .contains("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
    }

    @Test
    void theNewestJdkOfEachPlaceIsTakenAndNotThatOfThePath() throws Exception {
        onPath(jdk("usr/lib/jvm/java-17-openjdk", "17.0.15"));
        int version = 18;
        for (String place : List.of(
                "usr/lib/jvm/b",
                "usr/lib64/jvm/b",
                "usr/java/b",
                "opt/b",
                "opt/java/b",
                "Library/Java/JavaVirtualMachines/b.jdk/Contents/Home",
                "home/Library/Java/JavaVirtualMachines/b.jdk/Contents/Home",
                "opt/homebrew/opt/openjdk@23/libexec/openjdk.jdk/Contents/Home",
                "usr/local/opt/openjdk/libexec/openjdk.jdk/Contents/Home",
                "home/.sdkman/candidates/java/b c")) {
            Path newest = jdk(place, version + ".0.1");
            takes(newest, version, Map.of());
            Files.delete(newest.resolve("bin/java.started"));
            version++;
        }
        takes(jdk("usr/lib/jvm/a", "100"), 100, Map.of());
    }

    @Test
    void theJdkThatMacOsNamesIsTaken() throws Exception {
        Path named = jdk("somewhere", "25");
        write("usr/libexec/java_home", "#!/bin/sh\necho " + named + "\n");
        takes(named, 25, Map.of());
    }

    @Test
    void javaHomeIsTakenThoughAnotherIsNewer() throws Exception {
        onPath(jdk("usr/lib/jvm/a", "25.0.3"));
        takes(jdk("mine", "17.0.1"), 17, javaHome(root.resolve("mine")));
    }

    @Test
    void ofTwoWithOneFeatureNumberTheLaterUpdateIsTakenAndOfEqualOnesThatOfThePath() throws Exception {
        jdk("usr/lib/jvm/a", "21.0.9");
        jdk("usr/lib/jvm/b", "21.0.10");
        onPath(jdk("usr/lib/jvm/c", "21.0.10"));
        takes(root.resolve("usr/lib/jvm/c"), 21, Map.of());
    }

    @Test
    void whatHasNoJavacOrIsOlderThan17IsPassedOver() throws Exception {
        jre("usr/lib/jvm/a", "26");
        jdk("usr/lib/jvm/b", "16.0.2");
        jdk("usr/lib/jvm/c", "1.8.0_402");
        Files.delete(jdk("usr/lib/jvm/d", "27").resolve("release"));
        takes(jdk("opt/jdk", "17"), 17, Map.of());
    }

    @Test
    void withoutAJdkItSaysWhatToDo() throws Exception {
        jre("usr/lib/jvm/a", "25");
        jdk("usr/lib/jvm/b", "11.0.2");
        Run run = run(Map.of(), "verify");
        assertThat(run.err())
                .containsExactly(
                        "hotlane: no JDK was found: install one of version 17 or later, or set JAVA_HOME to it.");
        assertThat(run.exitCode()).isOne();
        assertThat(run(Map.of(), "jdks").exitCode()).isOne();
    }

    @Test
    void aJavaHomeThatCanNotBeUsedIsNamedAndNotReplaced() throws Exception {
        jdk("usr/lib/jvm/a", "25");
        assertThat(run(javaHome(jre("jre", "25")), "verify").err())
                .containsExactly("hotlane: " + root.resolve("jre")
                        + " is not a JDK (bin/java and bin/javac expected): set JAVA_HOME to one.");
        assertThat(run(javaHome(jdk("old", "11.0.2")), "verify").err())
                .containsExactly("hotlane: " + root.resolve("old")
                        + " is Java 11: version 17 or later is needed; set JAVA_HOME to one.");
    }

    @Test
    void theListOfJdksBeginsWithTheOneThatIsTaken() throws Exception {
        Path old = jdk("usr/lib/jvm/a", "17.0.1");
        Path newest = jdk("opt/jdk", "25");
        Files.createSymbolicLink(root.resolve("usr/lib/jvm/default"), old);
        assertThat(run(Map.of(), "jdks")).isEqualTo(new Run(0, List.of("25 " + newest, "17 " + old), List.of()));
        assertThat(run(javaHome(old), "jdks").out()).containsExactly("17 " + old, "25 " + newest);
    }
}
