package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.repair.PoisonSkip;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.proof.processor.ProcessorLane.Started;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Meta;
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

/** A forged TICK in the leader's name that contradicts every state: a live leader refutes it, a dead one can't. */
@Tag("it")
@ExtendWith(RealStack.class)
class ForgedTickTest {
    @Test
    void stopsNothingWhileTheLeaderLives(Lane lane, @TempDir Path directory) throws Exception {
        try (ProcessorLane on = ProcessorLane.create(lane, directory)) {
            try (Started started = on.ready()) {
                Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> on.caller.lastBeat() != null);
                Beat leader = on.caller.lastBeat();
                for (long previousTick : new long[] {leader.applied(), 1L << 40, Long.MAX_VALUE}) {
                    on.caller.append(null, tick(leader.epoch(), leader.leaderHi(), leader.leaderLo(), previousTick));
                }
                Answer after = on.caller.call("after", Command.transact(Op.add("k", 1)));
                assertThat(after.verdict()).isEqualTo(Verdict.OK);
                Awaitility.await()
                        .atMost(Duration.ofSeconds(60))
                        .until(() -> started.processor().status().offsets().flushed() > after.sequence());
                assertThat(started.processor().status().leading().epoch()).isEqualTo(leader.epoch());
                assertThat(started.halted()).isNotDone();
            }
            requireEqual(lane, on);
        }
    }

    @Test
    void threeAsTheLastWordsOfADeadLeaderAreDivergenceUntilItIsSkipped(Lane lane, @TempDir Path directory)
            throws Exception {
        try (ProcessorLane on = ProcessorLane.create(lane, directory)) {
            on.served(3);
            Meta stopped = on.stored().cut();
            long epoch = stopped.epoch + 1;
            on.caller
                    .append(null, new RecordWriter().lead(epoch, 47, 11, stopped.lastTick))
                    .get();
            long forged = -1;
            for (int i = 0; i < 3; i++) {
                forged = on.caller
                        .append(null, tick(epoch, 47, 11, stopped.lastTick))
                        .get()
                        .offset();
            }
            for (int starts = 0; starts < 2; starts++) {
                try (Started started = on.start()) {
                    HaltReason refusal = started.halted().get(60, TimeUnit.SECONDS);
                    assertThat(refusal.code()).isEqualTo(ExitCode.DIVERGED);
                    assertThat(refusal).hasMessageContaining("the TICK at offset " + forged);
                }
            }

            new PoisonSkip(lane.stack().connection(), on.name, on.mysql(), false, System.out::println)
                    .run(forged, false);
            try (Started started = on.ready()) {
                Answer after = on.caller.call("after", Command.transact(Op.add("k", 1)));
                assertThat(after.verdict()).isEqualTo(Verdict.OK);
                assertThat(started.halted()).isNotDone();
            }
            requireEqual(lane, on);
            assertThat(on.stored().values()).containsEntry("k", 1L);
        }
    }

    private static byte[] tick(long epoch, long hi, long lo, long previousTick) {
        return new RecordWriter().tick(new Tick(epoch, hi, lo, 0, previousTick, 4711, 0, 0, 0));
    }

    private static void requireEqual(Lane lane, ProcessorLane on) {
        Verification verification = Verifier.run(
                lane.stack().connection(),
                on.name,
                Verifier.database(
                        lane.jdbcUrl(), lane.stack().user(), lane.stack().password()));
        assertThat(verification.equal())
                .as(() -> verification.summary() + " " + verification.differences())
                .isTrue();
    }
}
