package dev.hotlane.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.processor.halt.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The units of systemd against the exit codes and docs/operating.md. */
class UnitFilesTest {
    /** By hand, as the page has it: 19, 26 and 53 are started again, so a mended file brings the lane back. */
    private static final String NO_RESTART = "2 11 12 13 14 15 16 17 18 21 22 23 24 25 30 31 50 51 52";

    @TempDir
    private Path directory;

    private static Map<String, String> units() throws IOException {
        return UnitFiles.of(Path.of("src/main/systemd")).texts();
    }

    private static Map<String, String> roles() throws IOException {
        return units().entrySet().stream()
                .filter(unit ->
                        unit.getKey().endsWith("@.service") || unit.getKey().equals("hotlane-console.service"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    @Test
    void eachRoleAndEachTimerHasItsUnit() throws IOException {
        assertThat(units().keySet())
                .containsExactlyInAnyOrder(
                        "hotlane-node@.service",
                        "hotlane-gateway@.service",
                        "hotlane-processor@.service",
                        "hotlane-feed@.service",
                        "hotlane-console.service",
                        "hotlane-drill.service",
                        "hotlane-drill.timer",
                        "hotlane-retention.service",
                        "hotlane-retention.timer",
                        "hotlane-snapshot.service",
                        "hotlane-snapshot.timer");
    }

    @Test
    void everyExitCodeThatNoRestartCuresStandsInEachRole() throws IOException {
        for (Map.Entry<String, String> unit : roles().entrySet()) {
            String codes = unit.getValue()
                    .lines()
                    .filter(line -> line.startsWith("RestartPreventExitStatus="))
                    .collect(Collectors.joining())
                    .replaceFirst(".*=", "");
            for (ExitCode code : ExitCode.values()) {
                assertThat(codes.split(" ")).as(unit.getKey()).satisfies(numbers -> {
                    if (code.restartHelps()) {
                        assertThat(numbers).doesNotContain("" + code.number());
                    } else {
                        assertThat(numbers).contains("" + code.number());
                    }
                });
            }
            assertThat(codes).isEqualTo(NO_RESTART);
        }
    }

    @Test
    void thePageHasTheSameCodes() throws IOException {
        assertThat(Files.readString(Path.of("../docs/operating.md")))
                .contains("`RestartPreventExitStatus=" + NO_RESTART + "`");
    }

    @Test
    void eachRoleIsStartedAgainForEverAndStopsInAMinute() throws IOException {
        assertThat(roles())
                .hasSize(5)
                .allSatisfy((name, text) -> assertThat(text.lines())
                        .contains(
                                "Type=exec",
                                "Restart=always",
                                "RestartSec=5",
                                "StartLimitIntervalSec=0",
                                "TimeoutStopSec=60",
                                "User=hotlane",
                                "EnvironmentFile=-/etc/hotlane/hotlane.env",
                                "NoNewPrivileges=yes",
                                "ProtectSystem=strict"));
    }

    @Test
    void anInstanceIsAReplyPartitionAndSelectsItsSettings() throws IOException {
        for (String role : new String[] {"node", "gateway"}) {
            assertThat(units().get("hotlane-" + role + "@.service"))
                    .contains("--config /etc/hotlane/" + role + "-%i.properties --gateway-reply-partition %i\n")
                    .contains("StateDirectory=hotlane/" + role + "-%i\n");
        }
    }

    @Test
    void feedAndConsoleLeaveTheCoresToTheLane() throws IOException {
        assertThat(roles())
                .allSatisfy((name, text) -> assertThat(text.contains("\nNice=10\n"))
                        .as(name)
                        .isEqualTo(name.equals("hotlane-console.service")))
                .allSatisfy((name, text) -> assertThat(text.contains("\nCPUSchedulingPolicy=idle\n"))
                        .as(name)
                        .isEqualTo(name.equals("hotlane-feed@.service")));
    }

    @Test
    void aTimerStartsAJobThatEnds() throws IOException {
        Map<String, String> units = units();
        units.keySet().stream()
                .filter(name -> name.endsWith(".timer"))
                .forEach(name -> assertThat(units.get(name.replace(".timer", ".service")))
                        .contains("Type=oneshot\n")
                        .contains("ProtectSystem=strict\n")
                        .doesNotContain("Restart="));
    }

    @Test
    void aPlaceWithoutAPartIsNotLeftEmpty() throws IOException {
        Files.writeString(directory.resolve("a.service"), "@SAND@");
        assertThatThrownBy(() -> UnitFiles.of(directory)).hasMessageContaining("no file sand.part for @SAND@");
    }
}
