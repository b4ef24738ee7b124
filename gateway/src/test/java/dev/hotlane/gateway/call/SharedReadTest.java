package dev.hotlane.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.gateway.settings.LaneSettings;
import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Verdict;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Reads of one turn share a READ; each caller gets the answer, or the rejection, that a READ of its own would bring. */
class SharedReadTest {
    private static final int KEYS_MAX = 1_000;
    private static final long TIME = 1_800_000_000_000L;

    private final MemoryLane lane = new MemoryLane(4_000);
    private final SharedReads reads = new SharedReads(lane.exchanges);

    @Test
    void readsOfOneTurnShareARecordWithEachKeyOnce() {
        CounterCaller a = read("a");
        CounterCaller b = read("b");
        CounterCaller again = read("a");
        assertThat(lane.records()).as("before the turn ends").isZero();
        assertThat(lane.exchanges.inFlight()).isEqualTo(3);
        lane.endTurn();
        assertThat(lane.records()).isOne();
        assertThat(lane.keys(0)).containsExactly("a", "b");
        assertThat(lane.joined).isEqualTo(2);

        lane.reply(0, counters(7, 10, -4));
        assertThat(a.answers).containsExactly("200 10 " + body("a", 10, "") + "}");
        assertThat(b.answers).containsExactly("200 4 " + body("b", 4, ",\"bucket\":true") + "}");
        assertThat(again.answers).isEqualTo(a.answers);
        assertThat(lane.exchanges.inFlight()).isZero();
    }

    @Test
    void aLoneReadIsAnsweredAsFromARecordOfItsOwn() {
        CounterCaller shared = read("a");
        lane.endTurn();
        CounterCaller own = new CounterCaller(lane.exchanges, "a");
        lane.exchanges.publish(own);
        assertThat(lane.log.history().get(0).value().length)
                .isEqualTo(lane.log.history().get(1).value().length);
        lane.reply(0, counters(7, 10));
        lane.reply(1, counters(7, 10));
        assertThat(shared.answers).hasSize(1).isEqualTo(own.answers);
    }

    /** A write may have been answered between the two reads; the first one's record precedes it. */
    @Test
    void noReadJoinsARecordThatWasSent() {
        CounterCaller early = read("a");
        lane.endTurn();
        CounterCaller late = read("a");
        lane.endTurn();
        assertThat(lane.records()).isEqualTo(2);
        lane.reply(0, counters(7, 10));
        assertThat(late.answers).isEmpty();
        lane.reply(1, counters(9, 11));
        assertThat(early.answers).containsExactly("200 10 " + body("a", 7, 10, "") + "}");
        assertThat(late.answers).containsExactly("200 11 " + body("a", 9, 11, "") + "}");
    }

    @Test
    void noReadJoinsARecordThatWasSentWithinTheTurn() {
        read("a");
        lane.pass(1);
        lane.exchanges.publish(new CounterCaller(lane.exchanges, "w"));
        assertThat(lane.keys(0)).as("sent after 1 ms, before the next call").containsExactly("a");
        assertThat(lane.keys(1)).containsExactly("w");
        CounterCaller late = read("a");
        lane.endTurn();
        assertThat(lane.records()).isEqualTo(3);
        lane.reply(0, counters(7, 10));
        assertThat(late.answers).isEmpty();
    }

    @Test
    void aLongTurnSendsAfterAMillisecond() {
        read("a");
        lane.pass(1);
        read("b");
        assertThat(lane.keys(0)).containsExactly("a");
        read("c");
        lane.endTurn();
        assertThat(lane.keys(1)).containsExactly("b", "c");
        assertThat(lane.records()).isEqualTo(2);
    }

    @Test
    void aRecordHasAsManyKeysAsTheRulesAllow() {
        List<CounterCaller> callers = IntStream.range(0, 2 * KEYS_MAX + 1)
                .mapToObj(i -> read("stock:" + i))
                .toList();
        CounterCaller repeated = read("stock:" + 2 * KEYS_MAX);
        lane.endTurn();
        assertThat(lane.records()).isEqualTo(3);
        assertThat(lane.keys(0)).hasSize(KEYS_MAX);
        assertThat(lane.keys(1)).hasSize(KEYS_MAX).startsWith("stock:" + KEYS_MAX);
        assertThat(lane.keys(2)).containsExactly("stock:" + 2 * KEYS_MAX);

        lane.reply(1, writer -> {
            writer.verdict(Verdict.OK, 5, TIME).counters(KEYS_MAX);
            IntStream.range(0, KEYS_MAX).forEach(i -> writer.counter(i, 2, 1, 3));
        });
        assertThat(callers.get(0).answers).isEmpty();
        assertThat(callers.get(KEYS_MAX + 7).answers)
                .containsExactly("200 3 " + body("stock:" + (KEYS_MAX + 7), 7, 3, "") + "}");
        assertThat(repeated.answers).isEmpty();
    }

    @Test
    void aReadBeyondThePlacesInFlightIsRejectedAlone() {
        MemoryLane small = new MemoryLane(3);
        SharedReads few = new SharedReads(small.exchanges);
        CounterCaller last = null;
        for (String key : List.of("a", "a", "b")) {
            last = new CounterCaller(small.exchanges, key);
            few.add(last, KEYS_MAX);
        }
        CounterCaller beyond = new CounterCaller(small.exchanges, "a");
        assertThatThrownBy(() -> few.add(beyond, KEYS_MAX))
                .isInstanceOf(RequestRefused.class)
                .hasMessageContaining("3 requests are in flight");
        small.endTurn();
        assertThatThrownBy(() -> few.add(beyond, KEYS_MAX)).isInstanceOf(RequestRefused.class);
        assertThat(small.overloaded).isEqualTo(2);
        small.reply(0, counters(7, 10, 10));
        assertThat(last.answers).hasSize(1);
        assertThat(beyond.answers).isEmpty();
        few.add(beyond, KEYS_MAX);
        assertThat(small.exchanges.inFlight()).isOne();
    }

    @Test
    void callersOfARecordThatIsNotTakenAreAllRejected() {
        LaneSettings narrow = LaneSettings.of("nowhere:0", 0).withProducerMemory(300);
        MemoryLane full = new MemoryLane(10, narrow);
        SharedReads some = new SharedReads(full.exchanges);
        CounterCaller a = new CounterCaller(full.exchanges, "a");
        CounterCaller b = new CounterCaller(full.exchanges, "b");
        some.add(a, KEYS_MAX);
        some.add(b, KEYS_MAX);
        full.endTurn();
        assertThat(a.answers)
                .containsExactly("OVERLOADED Nothing was published: 2 requests are in flight. Try again with the same"
                        + " key.");
        assertThat(b.answers).isEqualTo(a.answers);
        assertThat(full.overloaded).isEqualTo(2);
        assertThat(full.exchanges.inFlight()).isZero();
    }

    @Test
    void noReadJoinsWhileTheLaneIsAway() {
        CounterCaller before = read("a");
        lane.health.replies("replies are away");
        assertThatThrownBy(() -> read("a")).isInstanceOf(RequestRefused.class).hasMessageContaining("replies are away");
        assertThat(lane.unavailable).isOne();
        lane.endTurn();
        lane.reply(0, counters(7, 10));
        assertThat(before.answers).hasSize(1);
    }

    @Test
    void eachCallerIsGivenUpWhenNoReplyComesAndALateOneIsDropped() {
        CounterCaller a = read("a");
        CounterCaller b = read("b");
        lane.endTurn();
        lane.pass(MemoryLane.WAIT_MS - 1);
        lane.exchanges.sweep();
        assertThat(a.answers).isEmpty();
        lane.pass(1);
        lane.exchanges.sweep();
        assertThat(a.answers)
                .containsExactly("OUTCOME_UNKNOWN It is not known what became of this: no reply came within 300 ms. A"
                        + " read changes nothing: ask again.");
        assertThat(b.answers).isEqualTo(a.answers);
        assertThat(lane.timedOut).isEqualTo(2);
        lane.reply(0, counters(7, 10, 11));
        assertThat(a.answers).hasSize(1);
    }

    /** No caller waits less than its own time because another one came before it. */
    @Test
    void theTimeOfTheLastCallerCounts() {
        CounterCaller first = read("a");
        lane.passNanos(999_999);
        CounterCaller last = read("b");
        lane.endTurn();
        lane.pass(MemoryLane.WAIT_MS - 1);
        lane.passNanos(999_999);
        lane.exchanges.sweep();
        assertThat(first.answers).isEmpty();
        assertThat(last.answers).isEmpty();
        lane.passNanos(1);
        lane.exchanges.sweep();
        assertThat(first.answers).hasSize(1);
        assertThat(last.answers).hasSize(1);
    }

    @Test
    void callersWhoseTimeIsOverBeforeTheTurnEndsAreNotSent() {
        CounterCaller stuck = read("a");
        lane.pass(MemoryLane.WAIT_MS);
        lane.exchanges.sweep();
        assertThat(stuck.answers).singleElement().asString().startsWith("OUTCOME_UNKNOWN");
        CounterCaller next = read("a");
        lane.endTurn();
        assertThat(lane.records()).isOne();
        lane.reply(0, counters(7, 10));
        assertThat(next.answers).hasSize(1);
    }

    @Test
    void aRecordThatKafkaDoesNotAcknowledgeLeavesAllCallersUnknown() throws Exception {
        CounterCaller a = read("a");
        CounterCaller b = read("b");
        lane.endTurn();
        Thread kafka = new Thread(() -> lane.log.errorNext(new IllegalStateException("planted")));
        kafka.start();
        kafka.join();
        lane.endTurn();
        assertThat(a.answers).singleElement().asString().contains("OUTCOME_UNKNOWN", "Kafka did not acknowledge it");
        assertThat(b.answers).isEqualTo(a.answers);
    }

    @Test
    void aRejectionOfTheWholeRecordIsTheAnswerOfEachCaller() {
        CounterCaller a = read("a");
        CounterCaller b = read("b");
        lane.endTurn();
        CounterCaller own = new CounterCaller(lane.exchanges, "a");
        lane.exchanges.publish(own);
        Consumer<ReplyWriter> unsupported =
                writer -> writer.verdict(Verdict.UNSUPPORTED, 5, TIME).problem(ReplyWriter.NO_OP, 0, 0, 0, 0);
        lane.reply(0, unsupported);
        lane.reply(1, unsupported);
        assertThat(a.answers).hasSize(1).isEqualTo(own.answers);
        assertThat(b.answers).isEqualTo(own.answers);
    }

    /** RULES with fewer keys per READ came into force, and their BEAT is still on its way. */
    @Test
    void aRecordOfTooManyKeysIsSentAgainAsOneForEachCaller() {
        CounterCaller a = read("a");
        CounterCaller b = read("b");
        lane.endTurn();
        lane.reply(0, writer -> writer.verdict(Verdict.MALFORMED, 5, TIME).problem(ReplyWriter.NO_OP, 0, 0, 0, 0));
        assertThat(a.answers).isEmpty();
        assertThat(lane.records()).isEqualTo(3);
        assertThat(lane.keys(1)).containsExactly("a");
        assertThat(lane.keys(2)).containsExactly("b");
        lane.reply(2, counters(8, 11));
        lane.reply(1, counters(7, 10));
        assertThat(a.answers).containsExactly("200 10 " + body("a", 7, 10, "") + "}");
        assertThat(b.answers).containsExactly("200 11 " + body("b", 8, 11, "") + "}");
        assertThat(lane.exchanges.inFlight()).isZero();
    }

    @Test
    void aReplyThatDoesNotFitLeavesAllCallersUnknown() {
        CounterCaller a = read("a");
        CounterCaller b = read("b");
        lane.endTurn();
        lane.reply(0, counters(7, 10));
        assertThat(a.answers).singleElement().asString().contains("OUTCOME_UNKNOWN", "does not fit the request");
        assertThat(b.answers).isEqualTo(a.answers);
    }

    private CounterCaller read(String key) {
        CounterCaller caller = new CounterCaller(lane.exchanges, key);
        reads.add(caller, KEYS_MAX);
        return caller;
    }

    /** A reply with counters of these versions, all with the same value. */
    private static Consumer<ReplyWriter> counters(long value, long... versions) {
        return writer -> {
            writer.verdict(Verdict.OK, 5, TIME).counters(versions.length);
            for (long version : versions) {
                writer.counter(value, 2, 1, version);
            }
        };
    }

    private static String body(String key, long version, String bucket) {
        return body(key, 7, version, bucket);
    }

    private static String body(String key, long value, long version, String bucket) {
        return "{\"key\":\"" + key + "\",\"value\":" + value + ",\"held\":2,\"confirmed\":1,\"version\":" + version
                + bucket + ",\"offset\":5,\"time\":" + TIME;
    }
}
