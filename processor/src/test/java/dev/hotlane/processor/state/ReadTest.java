package dev.hotlane.processor.state;

import static dev.hotlane.processor.state.LaneInMemory.NOON;
import static dev.hotlane.processor.state.LaneInMemory.uuid7;
import static dev.hotlane.protocol.Op.add;
import static dev.hotlane.protocol.Op.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ReadKind;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReadTest {
    private final LaneInMemory lane = LaneInMemory.ready(LaneInMemory.rules(1, 1, 60_000, 100));

    @Test
    void aReadGivesTheCountersInTheOrderOfItsKeys() {
        long version = lane.run(set("a", 5), set("b", -1)).sequence();
        Reply reply = lane.read("b", "none", "a", "b");
        assertThat(reply.verdict()).isEqualTo(Verdict.OK);
        Reply.Counter b = new Reply.Counter(-1, version, 0, 0);
        assertThat(reply.counters()).containsExactly(b, Reply.Counter.ABSENT, new Reply.Counter(5, version, 0, 0), b);
        assertThat(reply.idHash()).isZero();
        assertThat(reply.partition()).isEqualTo(LaneInMemory.PARTITION);
    }

    @Test
    void aReadMakesNoVersionNoKeyAndNoMemory() {
        Meta before = lane.meta();
        Reply reply = lane.read("a");
        Meta after = lane.meta();
        assertThat(after.counters).isEqualTo(before.counters);
        assertThat(after.windowCount).isEqualTo(before.windowCount);
        assertThat(lane.effects.windowEntryCount()).isZero();
        assertThat(lane.changes()).isZero();
        assertThat(reply.sequence()).isEqualTo(before.nextOffset);
    }

    @Test
    void aReadTakesAThousandKeys() {
        String[] keys = IntStream.range(0, 1_000).mapToObj(i -> "key" + i).toArray(String[]::new);
        assertThat(lane.read(keys).counters()).hasSize(1_000);
        List<byte[]> more = Collections.nCopies(1_001, LaneInMemory.bytes("key"));
        assertThat(lane.rawRead(ReadKind.COUNTERS, more, "").verdict()).isEqualTo(Verdict.MALFORMED);
    }

    @Test
    void aStoredCommandIsFoundByItsId() {
        Reply first = lane.command("id", add("a", 5));
        Reply found = lane.readCommand("id");
        assertThat(found.verdict()).isEqualTo(Verdict.OK);
        assertThat(found.replayed()).isTrue();
        assertThat(found.originSequence()).isEqualTo(first.sequence());
        assertThat(found.results()).isEqualTo(first.results());
    }

    @Test
    void aStoredRejectionIsFoundByItsId() {
        Reply first = lane.command("id", add("a", -5));
        Reply found = lane.readCommand("id");
        assertThat(found.verdict()).isEqualTo(Verdict.INSUFFICIENT);
        assertThat(found.problem()).isEqualTo(first.problem());
    }

    @Test
    void aCommandThatNeverCameIsNotFound() {
        assertThat(lane.readCommand("id").verdict()).isEqualTo(Verdict.NOT_FOUND);
        assertThat(lane.readCommand(uuid7(NOON, 1)).verdict()).isEqualTo(Verdict.NOT_FOUND);
    }

    @Test
    void aMissingCommandAtOrBeforeTheHorizonMayHaveRun() {
        lane.run(add("a", 1));
        lane.run(add("a", 1));
        Reply gone = lane.readCommand(uuid7(NOON, 1));
        assertThat(gone.verdict()).isEqualTo(Verdict.ID_EXPIRED);
        assertThat(gone.problem().horizon()).isEqualTo(NOON);
        assertThat(lane.readCommand(uuid7(NOON + 1, 1)).verdict()).isEqualTo(Verdict.NOT_FOUND);
        assertThat(lane.readCommand("opaque").verdict()).isEqualTo(Verdict.NOT_FOUND);
    }

    @Test
    void aReadOfNoIdIsMalformed() {
        for (String none : List.of("", "a b", "x".repeat(65))) {
            assertThat(lane.rawRead(ReadKind.COMMAND, List.of(), none).verdict())
                    .isEqualTo(Verdict.MALFORMED);
        }
    }
}
