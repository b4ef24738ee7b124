package dev.hotlane.dist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.dist.Installation.Ended;
import java.io.IOException;
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

/** The Java that `bin/hotlane` takes, here of made-up ones that print their arguments, and what it needs no Java for. */
class InstalledLauncherTest {
    private static final List<String> TOOLS = List.of("bash", "dirname", "readlink", "sed", "sort");

    @TempDir
    private Path directory;

    private Installation installation;
    private Path tools;

    @BeforeEach
    void unpack() throws IOException {
        installation = Installation.in(directory);
        tools = Files.createDirectory(directory.resolve("tools"));
        for (String tool : TOOLS) {
            Path program = Stream.of(System.getenv("PATH").split(":"))
                    .map(place -> Path.of(place, tool))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElseThrow();
            program(tools.resolve(tool), "exec " + program + " \"$@\"");
        }
        // On a machine without any Java where it is usually installed.
        Path shared = installation.root().resolve("bin/java.bash");
        Files.writeString(
                shared,
                Files.readString(shared)
                        .replaceAll("(?<=[ {,])/(?=usr/|opt/)", directory + "/")
                        .replace("{,\"", "{" + directory + ",\""));
    }

    private static void program(Path file, String line) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + line + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Path jre(String home, String version) throws IOException {
        Path at = directory.resolve(home);
        program(at.resolve("bin/java"), "printf '%s\\n' \"$@\"");
        Files.writeString(at.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        return at;
    }

    private Ended run(String javaHome, String... words) throws Exception {
        Map<String, String> environment = new TreeMap<>(Map.of("PATH", tools.toString(), "JAVA_HOME", javaHome));
        return installation
                .start(installation.root().resolve("bin/hotlane"), environment, words)
                .end();
    }

    @Test
    void withoutJavaOrWithAnOldOneItSaysWhatToDo() throws Exception {
        assertThat(run("", "node"))
                .isEqualTo(
                        new Ended(
                                1,
                                List.of(),
                                List.of(
                                        "hotlane: no JDK was found: install one of version 17 or later, or set JAVA_HOME to it.")));
        Path old = jre("old", "11.0.2");
        assertThat(run(old.toString(), "node").err())
                .containsExactly(
                        "hotlane: " + old + " is Java 11: version 17 or later is needed; set JAVA_HOME to one.");
        assertThat(run("/none", "node").err())
                .containsExactly("hotlane: /none is not a JDK (bin/java expected): set JAVA_HOME to one.");
    }

    @Test
    void theNewestJreIsTakenWithTheFlagsOfTheCommandAndTheJarsOfAnOperatorLast() throws Exception {
        jre("usr/lib/jvm/a", "17.0.1");
        jre("usr/lib/jvm/b", "25");
        Ended node = run("", "--config", "test", "node", "--view");
        Path root = installation.root().toRealPath();
        assertThat(node.out())
                .contains("-XX:+UseTransparentHugePages", "-Xmx768m", "--sun-misc-unsafe-memory-access=allow")
                .endsWith(
                        "-cp",
                        root + "/lib/*:" + root + "/lib.d/*",
                        "dev.hotlane.infra.cli.Hotlane",
                        "--config",
                        "test",
                        "node",
                        "--view");
        assertThat(run("", "verify").out()).doesNotContain("-XX:+UseTransparentHugePages");
        assertThat(run("", "jdks").out())
                .containsExactly(
                        "25 " + directory.toRealPath().resolve("usr/lib/jvm/b"),
                        "17 " + directory.toRealPath().resolve("usr/lib/jvm/a"));
    }

    @Test
    void whatMeasuresAndProvesRunsInACloneOnly() throws Exception {
        for (String command : List.of("test", "bench", "compare", "simulate", "faults", "check-history")) {
            String sentence =
                    "hotlane " + command + " runs in a clone of the project only, as ./hotlane " + command + ".";
            assertThat(run("", command, "--help")).isEqualTo(new Ended(2, List.of(), List.of(sentence)));
        }
    }
}
