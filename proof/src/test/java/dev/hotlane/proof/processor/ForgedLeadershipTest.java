package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.proof.processor.ProcessorLane.Started;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A forged RESIGN in the leader's name: the same process leads again, and MySQL goes on. */
@Tag("it")
@ExtendWith(RealStack.class)
class ForgedLeadershipTest {
    @Test
    void afterAForgedResignTheLeaderLeadsAgainAndFlushes(Lane lane, @TempDir Path directory) throws Exception {
        try (ProcessorLane on = ProcessorLane.create(lane, directory)) {
            try (Started started = on.ready()) {
                assertThat(on.caller
                                .call("before", Command.transact(Op.add("k", 1)))
                                .verdict())
                        .isEqualTo(Verdict.OK);
                await("a BEAT", () -> on.caller.lastBeat() != null);
                Beat leader = on.caller.lastBeat();
                byte[] resign = new RecordWriter().resign(leader.epoch(), leader.leaderHi(), leader.leaderLo());
                long forged = on.caller.append(null, resign).get().offset();
                await(
                        "the next epoch",
                        () -> started.processor().ready()
                                && started.processor().status().leading().epoch() == leader.epoch() + 1);

                Answer after = on.caller.call("after", Command.transact(Op.add("k", 1)));
                assertThat(after.verdict()).isEqualTo(Verdict.OK);
                assertThat(after.sequence()).isGreaterThan(forged);
                await(
                        "MySQL past it",
                        () -> started.processor().status().offsets().flushed() > after.sequence());
                assertThat(started.halted()).isNotDone();
            }
            assertThat(on.stored().values()).containsEntry("k", 2L);
        }
    }

    private static void await(String what, BooleanSupplier condition) {
        Awaitility.await(what).atMost(Duration.ofSeconds(60)).until(condition::getAsBoolean);
    }
}
