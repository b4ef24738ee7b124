package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * `.ci/run` with a launcher that leaves one report instead of running tests: 100 tests for the whole, 10 for the quick
 * run. Its other checks are programs that pass, three of them with three requests each.
 */
class CiRunTest {
    private static final String LAUNCHER = """
            #!/usr/bin/env bash
            cd "$(dirname "$0")"
            report() {
              mkdir -p infra/target/surefire-reports
              echo "<testsuite tests=\\"$1\\" errors=\\"0\\" skipped=\\"0\\" failures=\\"$2\\">" > infra/target/surefire-reports/TEST-A.xml
            }
            case "$*" in
              jdks) echo "$JDKS" | tr ';' '\\n' ;;
              test) echo "whole at $PWD" && report 100 0 ;;
              'test -Dsurefire.groups=quick -Dspotless.check.skip -pl !docs')
                [[ ! -e infra/target ]] && echo "quick on $JAVA_HOME"
                [[ -z $QUICK_FAILS_WITH ]] || { report 10 "$QUICK_FAILS_WITH" && exit 1; }
                report 10 0
                ;;
              demo) [[ $PWD != *hotlane-quick* ]] || { echo "demo on $JAVA_HOME" && [[ -z $QUICK_DEMO_FAILS ]]; } ;;
            esac
            """;

    @TempDir
    private Path root;

    @BeforeEach
    void build() throws IOException {
        for (String program : List.of("kcat", "chromium", "chromedriver", "haproxy", "etcd", "redis-server")) {
            write("tools/" + program, "#!/bin/sh\n");
        }
        for (String check : List.of("containers", "schemathesis", "clients", "consumers")) {
            write("clone/.ci/" + check, "#!/bin/sh\necho '3 passed, 0 failed, 0 skipped'\n");
        }
        write("clone/.ci/run", Files.readString(Path.of("../.ci/run")));
        write("clone/hotlane", LAUNCHER);
        Files.createFile(root.resolve("clone/README.md"));
    }

    private void write(String name, String text) throws IOException {
        Path program = root.resolve(name);
        Files.createDirectories(program.getParent());
        Files.writeString(program, text);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }

    private List<String> run(int exitCode, Map<String, String> environment) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(root.resolve("clone/.ci/run").toString()).redirectErrorStream(true);
        builder.environment().put("PATH", root.resolve("tools") + ":" + System.getenv("PATH"));
        builder.environment().put("TMPDIR", root.toString());
        builder.environment().putAll(Map.of("QUICK_FAILS_WITH", "", "QUICK_DEMO_FAILS", ""));
        builder.environment().putAll(environment);
        Process process = builder.start();
        List<String> printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(process.waitFor()).as("%s", printed).isEqualTo(exitCode);
        try (var files = Files.list(root)) {
            assertThat(files.map(Path::getFileName).map(Path::toString))
                    .as("what the run leaves")
                    .containsExactlyInAnyOrder("clone", "tools");
        }
        return printed;
    }

    @Test
    void theQuickTestsRunOn17AfterTheWholeOnTheNewestAndBothAreCounted() throws Exception {
        for (int again = 0; again < 2; again++) {
            assertThat(run(0, Map.of("JDKS", "25 /jdks/25;21 /jdks/21;17 /jdks/a b")))
                    .containsSubsequence(
                            "whole at " + root.toRealPath().resolve("clone"), "quick on /jdks/a b", "demo on /jdks/a b")
                    .endsWith("119 passed, 0 failed, 0 skipped");
        }
    }

    @Test
    void aWholeRunOn17ByJavaHomeIsFollowedByTheQuickTestsOnTheNewest() throws Exception {
        assertThat(run(0, Map.of("JDKS", "17 /jdks/17;25 /jdks/25;21 /jdks/21")))
                .contains("quick on /jdks/25")
                .endsWith("119 passed, 0 failed, 0 skipped");
    }

    @Test
    void oneJdkRunsTheWholeOnly() throws Exception {
        assertThat(run(0, Map.of("JDKS", "17 /jdks/17")))
                .noneMatch(line -> line.startsWith("quick"))
                .endsWith("109 passed, 0 failed, 0 skipped");
    }

    @Test
    void failuresOfTheQuickTestsCountAndSoDoesARunThatEndsWithoutOne() throws Exception {
        assertThat(run(1, Map.of("JDKS", "25 /jdks/25;17 /jdks/17", "QUICK_FAILS_WITH", "2")))
                .endsWith("117 passed, 2 failed, 0 skipped");
        assertThat(run(1, Map.of("JDKS", "25 /jdks/25;17 /jdks/17", "QUICK_FAILS_WITH", "0")))
                .endsWith("119 passed, 1 failed, 0 skipped");
    }

    @Test
    void aDemoThatFailsOnTheSecondJdkCounts() throws Exception {
        assertThat(run(1, Map.of("JDKS", "25 /jdks/25;17 /jdks/17", "QUICK_DEMO_FAILS", "yes")))
                .contains("The quick tests or the demo on /jdks/17 failed.")
                .endsWith("119 passed, 1 failed, 0 skipped");
    }
}
