package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line that `./hotlane` becomes: here of a JDK whose java prints its arguments. */
class LauncherTest {
    @TempDir
    private Path root;

    @BeforeEach
    void build() throws IOException {
        Files.copy(Path.of("../hotlane"), root.resolve("hotlane"), StandardCopyOption.COPY_ATTRIBUTES);
        program("jdk/bin/java", "printf '%s\\n' \"$@\"");
        program("jdk/bin/javac", "exit 1");
        Files.writeString(root.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
        Path target = Files.createDirectories(root.resolve("infra/target"));
        Files.writeString(target.resolve("launcher.stamp"), target + "/run.1\n");
    }

    private void program(String name, String line) throws IOException {
        Path program = root.resolve(name);
        Files.createDirectories(program.getParent());
        Files.writeString(program, "#!/bin/sh\n" + line + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }

    private List<String> run(String javaOpts, String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(root.resolve("hotlane").toString()).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.command().addAll(List.of(arguments));
        builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
        builder.environment().put("HOTLANE_JAVA_OPTS", javaOpts);
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed.lines().toList();
    }

    @Test
    void theWordsOfHotlaneJavaOptsAreFlagsOfTheJvmWithEachCommand() throws Exception {
        for (String command : List.of("dev", "gateway", "processor", "verify")) {
            assertThat(run("-Xmx3g -Done=1", command, "--help"))
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

    @Test
    void withoutItNoWordIsAdded() throws Exception {
        assertThat(run("", "verify"))
                .hasSize(6)
                .startsWith("-XX:+ExitOnOutOfMemoryError", "-Xshare:auto", "-cp")
                .endsWith("dev.hotlane.infra.cli.Hotlane", "verify");
    }
}
