package dev.hotlane.console.sample;

import static dev.hotlane.console.FakeSource.stats;
import static dev.hotlane.console.FakeSource.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.console.source.GivenSources;
import dev.hotlane.console.source.ReadSource;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What pages show, of readings with given times. */
public class LaneSampleTest {
    private static final long START = 1_000_000;

    private final LaneSample sample = new LaneSample();
    private final ReadSource first = GivenSources.unread(1);
    private final ReadSource second = GivenSources.unread(2);
    private final List<ReadSource> both = List.of(first, second);

    private JsonObject source(JsonObject shown, int i) {
        return shown.getJsonArray("sources").getJsonObject(i);
    }

    private void leader(long at, long sold) {
        GivenSources.read(first, at, stats("a", at, sold), status("leading", 3, "00ff"));
    }

    private void follower(long at, String digest) {
        GivenSources.read(second, at, stats("b", at, 0), status("following", 0, digest));
    }

    @Test
    void ratesAreDifferencesByTheSourcesOwnClock() {
        leader(START, 1_000);
        leader(START + 2_000, 1_400);
        JsonObject point = sample.take(List.of(first), START + 2_100).getJsonObject("point");
        assertThat(point.getDouble("reserved")).isEqualTo(200);
        assertThat(point.getDouble("confirmed")).isEqualTo(100);
        assertThat(point.getDouble("refused")).isEqualTo(50);
        assertThat(point.getDouble("p50")).isEqualTo(500);
        assertThat(point.getDouble("inFlight")).isEqualTo(5);
    }

    @Test
    void aSourceThatDoesNotAnswerShowsNothingButTheTimeOfItsLastAnswer() {
        leader(START, 1_000);
        leader(START + 1_000, 1_400);
        sample.take(List.of(first), START + 1_000);
        GivenSources.fail(first);
        JsonObject shown = sample.take(List.of(first), START + 2_000);
        assertThat(source(shown, 0))
                .isEqualTo(new JsonObject()
                        .put("name", "127.0.0.1:1")
                        .put("at", START + 1_000)
                        .put("answers", false)
                        .put("fault", "no answer in 1 s"));
        assertThat(shown.getJsonObject("point").fieldNames()).containsExactlyInAnyOrder("t", "answered", "of");
        assertThat(shown.getJsonObject("hot").getInteger("gateways")).isZero();
        assertThat(shown.getValue("leader")).isNull();
    }

    @Test
    void anAnswerThatIsOldIsNotCurrentEvenIfNoRequestFailed() {
        leader(START, 1_000);
        leader(START + 1_000, 1_400);
        JsonObject shown = sample.take(List.of(first), START + 4_000);
        assertThat(source(shown, 0).getBoolean("answers")).isFalse();
        assertThat(shown.getJsonObject("point").containsKey("reserved")).isFalse();
    }

    @Test
    void aRestartedSourceHasNoRateUntilItsSecondReading() {
        leader(START, 1_000);
        GivenSources.read(first, START + 1_000, stats("new", START + 1_000, 4), status("leading", 4, "00ff"));
        JsonObject point = sample.take(List.of(first), START + 1_100).getJsonObject("point");
        assertThat(point.containsKey("reserved")).isFalse();
    }

    @Test
    void aHigherEpochOfALeaderIsATakeOver() {
        leader(START, 1_000);
        follower(START, "00ff");
        assertThat(sample.take(both, START).getJsonArray("takeOvers")).isEmpty();
        GivenSources.fail(first);
        GivenSources.read(second, START + 1_000, stats("b", START + 1_000, 0), status("leading", 4, "00ff"));
        JsonObject shown = sample.take(both, START + 1_000);
        assertThat(shown.getJsonObject("point").getLong("takeOver")).isEqualTo(4);
        assertThat(shown.getString("leader")).isEqualTo("127.0.0.1:2");
        assertThat(shown.getJsonArray("takeOvers")).hasSize(1);
        assertThat(sample.take(both, START + 1_500).getJsonObject("point").containsKey("takeOver"))
                .as("once")
                .isFalse();
    }

    @Test
    void digestsAreComparedAtTheSameOffset() {
        leader(START, 0);
        follower(START, "00ff");
        assertThat(source(sample.take(both, START), 1).getString("digest")).isEqualTo("equal");
        follower(START, "00fe");
        assertThat(source(sample.take(both, START), 1).getString("digest")).isEqualTo("differ");
    }

    @Test
    void oneThatStillLoadsIsANodeWithoutFigures() {
        GivenSources.read(first, START, stats("a", START, 0), new JsonObject().put("role", "loading"));
        JsonObject column = source(sample.take(List.of(first), START), 0);
        assertThat(column.getString("kind")).isEqualTo("node");
        assertThat(column.getString("position")).isEqualTo("loading");
    }

    @Test
    void onlyTheLast300PointsAreKept() {
        for (int i = 0; i < 400; i++) {
            leader(START + i * 1_000L, i);
            sample.take(List.of(first), START + i * 1_000L);
        }
        assertThat(sample.points()).hasSize(300);
        assertThat(sample.points().encode().length()).isLessThan(64 * 1024);
    }

    @Test
    void fieldsOfAnotherFormAreLeftOut() {
        JsonObject odd = new JsonObject()
                .put("role", 7)
                .put("answers", "x")
                .put("counters", 3)
                .put("gateway", 1);
        GivenSources.read(
                first,
                START,
                odd,
                new JsonObject().put("state", "x").put("lags", 1).put("epoch", "y"));
        GivenSources.read(first, START + 1, odd, new JsonObject().put("role", "leading"));
        assertThat(source(sample.take(List.of(first), START + 1), 0).getBoolean("answers"))
                .isTrue();
    }
}
