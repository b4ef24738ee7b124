package dev.hotlane.proof.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Finished;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Each alert fires, stays silent, and does what it should without a series: by promtool, on the file that is shipped. */
@EnabledIf(value = "isPrometheusInstalled", disabledReason = Prometheus.ABSENT)
class AlertRulesTest {
    private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");

    @TempDir
    private Path directory;

    static boolean isPrometheusInstalled() {
        return Prometheus.isInstalled();
    }

    private static List<String> alerts() {
        return ALERT.matcher(Prometheus.read(Prometheus.RULES))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private Finished tested(String rules) throws IOException {
        Files.writeString(directory.resolve("hotlane.rules.yml"), rules);
        Path file = Files.writeString(directory.resolve("hotlane.rules.test.yml"), AlertCase.tests());
        return Prometheus.promtool("test", "rules", file.toString());
    }

    @Test
    void eachAlertFiresAndIsSilentWhenItShould() throws IOException {
        Finished run = tested(Prometheus.read(Prometheus.RULES));
        assertThat(run.code()).as(run.printed()).isZero();
        assertThat(AlertCase.ALL.stream().map(AlertCase::alert).distinct())
                .containsExactlyInAnyOrderElementsOf(alerts());
    }

    @Test
    void aMisspelledMetricOfAnyAlertIsFound() throws IOException {
        String rules = Prometheus.read(Prometheus.RULES);
        StringBuilder misspelled = new StringBuilder(rules);
        for (String alert : alerts()) {
            int at = misspelled.indexOf("- alert: " + alert + "\n");
            misspelled.insert(misspelled.indexOf("hotlane_", misspelled.indexOf("expr:", at)), "x");
        }
        Finished run = tested(misspelled.toString());
        assertThat(run.code()).isNotZero();
        // Each is tested alone by its own expression, so each is found if it is the only one.
        for (String alert : alerts()) {
            assertThat(run.printed()).contains("alertname=\\\"" + alert + "\\\"");
        }
    }

    @Test
    void anAlertThatIsSilentWithoutSeriesIsFound() throws IOException {
        String rules = Prometheus.read(Prometheus.RULES);
        for (String guard : List.of(" or vector(0)", " or absent(hotlane_beat_age_seconds)")) {
            assertThat(rules).contains(guard);
            assertThat(tested(rules.replace(guard, "")).code()).as(guard).isNotZero();
        }
    }

    @Test
    void eachAlertNamesItsPartOfTheOperatorsPage() {
        String page = Prometheus.read(Prometheus.SHIPPED.resolve("../../../docs/operating.md"));
        String rules = Prometheus.read(Prometheus.RULES);
        for (String alert : alerts()) {
            assertThat(page).as(alert).contains("\n### Alert: " + alert + "\n");
        }
        assertThat(Pattern.compile("runbook: docs/operating.md#alert-([a-z]+)")
                        .matcher(rules)
                        .results()
                        .map((MatchResult found) -> found.group(1)))
                .containsExactlyElementsOf(alerts().stream()
                        .map(name -> name.toLowerCase(Locale.ROOT))
                        .toList());
    }
}
