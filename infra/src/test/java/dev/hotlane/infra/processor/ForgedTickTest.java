package dev.hotlane.infra.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.processor.ProcessorLane.Started;
import dev.hotlane.infra.repair.PoisonSkip;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.Refusal;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Tick;
import dev.hotlane.protocol.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A TICK in the leader's name that no state can follow ends every processor, until an operator skips it. */
@Tag("it")
@ExtendWith(RealStack.class)
class ForgedTickTest {
    private static final long NEVER_TICKED = 1L << 40;

    @Test
    void isDivergenceToEveryProcessorUntilItIsSkipped(Lane lane, @TempDir Path directory) throws Exception {
        try (ProcessorLane on = ProcessorLane.create(lane, directory)) {
            long forged;
            try (Started started = on.ready()) {
                assertThat(on.caller
                                .call("before", Command.transact(Op.add("k", 1)))
                                .verdict())
                        .isEqualTo(Verdict.OK);
                Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> on.caller.lastBeat() != null);
                Beat leader = on.caller.lastBeat();
                Tick tick = new Tick(leader.epoch(), leader.leaderHi(), leader.leaderLo(), 0, NEVER_TICKED, 0, 0, 0, 0);
                forged = on.caller
                        .append(null, new RecordWriter().tick(tick))
                        .get()
                        .offset();
                requireDiverged(started, forged);
            }
            try (Started started = on.start()) {
                requireDiverged(started, forged);
            }

            new PoisonSkip(lane.stack().bootstrapServers(), on.name, on.mysql(), System.out::println)
                    .run(forged, false);
            try (Started started = on.ready()) {
                Answer after = on.caller.call("after", Command.transact(Op.add("k", 1)));
                assertThat(after.verdict()).isEqualTo(Verdict.OK);
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> started.processor().status().flushed() > after.sequence());
                assertThat(started.halted()).isNotDone();
            }
            Verification verification = Verifier.run(
                    lane.stack().bootstrapServers(),
                    on.name,
                    Verifier.database(
                            lane.jdbcUrl(), lane.stack().user(), lane.stack().password()));
            assertThat(verification.equal())
                    .as(() -> verification.summary() + " " + verification.differences())
                    .isTrue();
            assertThat(on.stored().values()).containsEntry("k", 2L);
        }
    }

    private static void requireDiverged(Started started, long forged) throws Exception {
        Refusal refusal = started.halted().get(60, TimeUnit.SECONDS);
        assertThat(refusal.code()).isEqualTo(ExitCode.DIVERGED);
        assertThat(refusal).hasMessageContaining("`hotlane skip " + forged + " --look`");
    }
}
