package dev.hotlane.gateway.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.problem.Code;
import dev.hotlane.protocol.process.HeapHeadroom;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What alerts and dashboards read: answers by route and code, times far beyond 50 ms, counts that no reader changes. */
class AnswerMetersTest {
    private final Metrics metrics = new Metrics(
            Map.of("reserve", RequestKind.WRITE, "status", RequestKind.UNTIMED),
            HeapHeadroom.watch(line -> {}),
            "gateway");

    @AfterEach
    void close() {
        metrics.close();
    }

    private static String answers(String code) {
        return "hotlane_gateway_answers_total{code=\"" + code + "\",route=\"reserve\"} ";
    }

    private void took(long millis) {
        metrics.took("reserve", Duration.ofMillis(millis).toNanos());
    }

    private static String bucket(String bound, int count) {
        return "hotlane_gateway_request_seconds_bucket{class=\"write\",le=\"" + bound + "\"} " + count + "\n";
    }

    @Test
    void everyCodeHasASeriesAndTheOnesOfAlertsHaveItFromTheStart() {
        assertThat(metrics.scrape())
                .contains(answers("OK") + "0.0", answers("OUTCOME_UNKNOWN") + "0.0", answers("OVERLOADED") + "0.0")
                .doesNotContain(answers("INSUFFICIENT"));
        metrics.answered("reserve", null);
        metrics.answered("reserve", Code.INSUFFICIENT);
        metrics.answered("reserve", Code.INSUFFICIENT);
        assertThat(metrics.scrape()).contains(answers("OK") + "1.0", answers("INSUFFICIENT") + "2.0");
    }

    @Test
    void timesUpToTenSecondsHaveABucketOfTheirOwn() {
        took(60);
        took(700);
        took(9_000);
        took(11_000);
        metrics.took("status", 1);
        assertThat(metrics.scrape())
                .contains(
                        bucket("0.05", 0),
                        bucket("0.1", 1),
                        bucket("0.5", 1),
                        bucket("1.0", 2),
                        bucket("5.0", 2),
                        bucket("10.0", 3),
                        bucket("+Inf", 4),
                        "hotlane_gateway_request_seconds_count{class=\"write\"} 4\n");
    }

    @Test
    void noReaderChangesWhatTheNextOneReads() {
        metrics.answered("reserve", null);
        took(60);
        String first = metrics.scrape();
        String stats = metrics.stats("00");
        assertThat(metrics.scrape().lines().filter(line -> line.startsWith("hotlane_gateway_")))
                .containsExactlyElementsOf(first.lines()
                        .filter(line -> line.startsWith("hotlane_gateway_"))
                        .toList());
        assertThat(counts(metrics.stats("00"))).isEqualTo(counts(stats));
    }

    private static String counts(String stats) {
        return stats.replaceAll("\"time\":[0-9]+", "").replaceAll("\"gauges\":.*", "");
    }

    @Test
    void theDocumentHasAnswersTimesAndHotKeys() {
        metrics.answered("reserve", Code.INSUFFICIENT);
        took(60);
        HotKeys sketch = metrics.hotKeys();
        sketch.add(new byte[] {'k'});
        assertThat(metrics.stats("0a"))
                .contains(
                        "\"role\":\"gateway\",\"incarnation\":\"0a\",\"time\":",
                        "\"answers\":[{\"route\":\"reserve\",\"code\":\"INSUFFICIENT\",\"count\":1}]",
                        "{\"class\":\"write\",\"counts\":[0,0,0,0,0,0,0,1,0,0,0,0,0,0,0],\"sumMicros\":60000}",
                        "\"hotKeys\":{\"every\":16,\"sampled\":1,\"keys\":[{\"key\":\"k\",\"uses\":1,\"certain\":1}]}");
    }
}
