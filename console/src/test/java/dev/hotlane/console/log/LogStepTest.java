package dev.hotlane.console.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.sbe.CommandKind;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What one step reads, and where it ends. */
public class LogStepTest {
    private static final byte[] NOISE = "noise".getBytes(UTF_8);

    private final FakeLoggedLane lane = new FakeLoggedLane()
            .command("shop", "order-1", Command.transact(Op.add("stock:a", -1), Op.add("stock:b", 2)))
            .command(
                    "pay",
                    "pay-1",
                    new Command(CommandKind.CONFIRM, false, 0, List.of(), "order-1".getBytes(UTF_8), new byte[0]))
            .append(null, NOISE)
            .command("shop", "order-2", Command.transact(Op.add("stock:b", -1)));

    private static LogSearch search(String... pairs) {
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            given.put(pairs[i], pairs[i + 1]);
        }
        return LogSearch.of(given::get, Clock.systemUTC());
    }

    private static JsonObject step(LoggedLane lane, LogSearch search) {
        return new LogStep(() -> 0).read(lane, search);
    }

    private List<Object> offsets(String... pairs) {
        return step(lane, search(pairs)).getJsonArray("lines").stream()
                .map(line -> ((JsonObject) line).getValue("offset"))
                .toList();
    }

    @Test
    void recordsAreFoundByOffsetTimeKeyIdAndPrincipal() {
        assertThat(offsets()).containsExactly(0, 1, 2, 3);
        assertThat(offsets("from", "2")).containsExactly(2, 3);
        assertThat(offsets("at", "1003")).containsExactly(3);
        assertThat(offsets("key", "stock:b")).containsExactly(0, 3);
        assertThat(offsets("id", "order-1")).containsExactly(0, 1);
        assertThat(offsets("principal", "shop", "from", "1")).containsExactly(3);
        assertThat(lane.open).hasValue(0);
    }

    @Test
    void aRecordIsShownInWordsAndOneThatIsNoneAsSuch() {
        List<String> words = step(lane, search()).getJsonArray("lines").stream()
                .map(line -> ((JsonObject) line).getString("words"))
                .toList();
        assertThat(words)
                .containsExactly(
                        "asks to add stock:a delta -1, add stock:b delta 2",
                        "asks to confirm order-1",
                        "is no record that this console can decode: no magic 'HL' at the start",
                        "asks to add stock:b delta -1");
    }

    @Test
    void aStepEndsAfterTooManyRecordsAndTheNextGoesOnThere() {
        FakeLoggedLane many = FakeLoggedLane.of(250_000, at -> new LoggedRecord(at, at, null, NOISE));
        JsonObject first = step(many, search("key", "stock:a"));
        assertThat(first.getInteger("read")).isEqualTo(100_000);
        assertThat(first.getLong("next")).isEqualTo(100_000);
        assertThat(first.getLong("end")).isEqualTo(250_000);
        JsonObject second = step(many, search("key", "stock:a", "from", "200000"));
        assertThat(second.getLong("next")).isEqualTo(250_000);
    }

    @Test
    void aStepEndsAfterTooManyLines() {
        FakeLoggedLane many = FakeLoggedLane.of(5_000, at -> new LoggedRecord(at, at, null, NOISE));
        JsonObject step = step(many, search("from", "7"));
        assertThat(step.getJsonArray("lines")).hasSize(1_000);
        assertThat(step.getLong("next")).isEqualTo(1_007);
    }

    @Test
    void aStepEndsAfterASecond() {
        FakeLoggedLane many = FakeLoggedLane.of(90_000, at -> new LoggedRecord(at, at, null, NOISE));
        AtomicLong nanos = new AtomicLong();
        LogStep step = new LogStep(() -> nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(400)));
        // Three polls of 500: the clock is read before the first, and after each.
        assertThat(step.read(many, search("key", "stock:a")).getLong("next")).isEqualTo(1_500);
    }

    @Test
    void aBrokerThatGivesNoRecordsEndsTheStepWithASentence() {
        FakeLoggedLane silent = FakeLoggedLane.of(0, at -> null);
        assertThat(step(silent, search()).getJsonArray("lines")).isEmpty();
        silent.fault = "Kafka is away.";
        assertThatThrownBy(() -> step(silent, search()))
                .isInstanceOf(LogUnreadableException.class)
                .hasMessage("Kafka is away.");
    }

    @Test
    void aBadPlaceToBeginIsRefusedWithASentence() {
        assertThatThrownBy(() -> search("from", "-1")).hasMessage("The offset is a whole number, 0 or more.");
        assertThatThrownBy(() -> search("from", "99999999999999999999")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> search("at", "soon")).hasMessageStartingWith("The time is one such as");
        assertThatThrownBy(() -> search("at", "14:05", "from", "1")).hasMessage("Give an offset or a time, not both.");
        assertThatThrownBy(() -> search("key", "k".repeat(255))).hasMessageContaining("longer than 254 bytes");
        assertThatThrownBy(() -> offsets("from", "5")).hasMessage("Offset 5 lies beyond the log, which ends at 4.");
        assertThatThrownBy(() -> LogSearch.ofReservation(name -> null, Clock.systemUTC()))
                .hasMessage("Give the id of a reservation.");
    }
}
