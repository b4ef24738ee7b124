package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.processor.ProcessorSettings;
import dev.hotlane.processor.status.ProcessorStatus.Role;
import dev.hotlane.proof.processor.ProcessorLane.Started;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Verdict;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("it")
@Tag("containers")
class RecoveryTest extends OnALane {
    RecoveryTest(Lane lane) {
        super(lane);
    }

    private static Command one(String key) {
        return Command.transact(Op.add(key, 1));
    }

    @Test
    void goesOnWhereItStoppedWithTheWindowWhole() {
        long first;
        try (Started started = on.ready()) {
            assertThat(started.halted()).isNotDone();
            first = on.caller.call("a", one("k")).sequence();
            assertThat(on.caller.call("b", Command.transact(Op.add("k", -5))).verdict())
                    .isEqualTo(Verdict.INSUFFICIENT);
        }
        assertThat(on.stored().values()).isEqualTo(Map.of("k", 1L));
        try (Started started = on.ready()) {
            Answer again = on.caller.call("a", one("k"));
            assertThat(started.halted()).isNotDone();
            assertThat(again.replayed()).isTrue();
            assertThat(again.origin()).isEqualTo(first);
            assertThat(on.caller.call("b", Command.transact(Op.add("k", -5))).replayed())
                    .isTrue();
            assertThat(on.caller.call("a", one("other")).verdict()).isEqualTo(Verdict.ID_REUSED);
            assertThat(on.caller.call("c", one("k")).value()).isEqualTo(2);
        }
        assertThat(on.stored().values()).isEqualTo(Map.of("k", 2L));
    }

    @Test
    void sendsRepliesThatAreStillWaitedFor() {
        on.served(1);
        List<Long> requests = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            requests.add(on.caller.send("w-" + i, one("k")));
        }
        try (Started started = on.ready()) {
            assertThat(started.halted()).isNotDone();
            for (long request : requests) {
                assertThat(on.caller.answer(request).verdict()).isEqualTo(Verdict.OK);
            }
        }
    }

    @Test
    void sendsNoneForCallsLongGoneYetTheSameKeyAnswers() {
        on.served(1);
        long gone = on.caller.send("g", one("k"));
        ProcessorSettings hasty = on.settings(0, Duration.ofMillis(1), Duration.ofSeconds(60));
        try (Started started = on.start(hasty)) {
            assertThat(started.processor().awaitReady(Duration.ofSeconds(60))).isTrue();
            Answer again = on.caller.call("g", one("k"));
            assertThat(again.replayed()).isTrue();
            assertThat(again.value()).isEqualTo(1);
            assertThat(again.sequence()).isGreaterThan(again.origin());
            assertThat(on.caller.answers(gone)).isEmpty();
            Awaitility.await().until(() -> on.stored().cut().nextOffset > again.sequence());
        }
    }

    @Test
    void garbageChangesNothingAndIsKeptAside() throws Exception {
        try (Started started = on.ready()) {
            on.caller.call("a", one("k"));
            on.caller.append(null, null);
            on.caller.append("key".getBytes(StandardCharsets.UTF_8), "not a frame".getBytes(StandardCharsets.UTF_8));
            assertThat(on.caller.call("b", one("k")).value()).isEqualTo(2);
            Path aside = directory.resolve("garbage.ndjson");
            Awaitility.await()
                    .until(() ->
                            Files.exists(aside) && Files.readAllLines(aside).size() == 2);
            assertThat(started.halted()).isNotDone();
            assertThat(Files.readString(aside)).contains("bm90IGEgZnJhbWU=");
        }
        assertThat(on.stored().values()).isEqualTo(Map.of("k", 2L));
    }

    @Test
    void aFollowerKeepsSilentAndTakesOverAtAResign() {
        Started leader = on.ready();
        try (Started follower = on.start()) {
            for (int i = 0; i < 100; i++) {
                on.caller.call("f-" + i, one("k"));
            }
            Awaitility.await()
                    .until(() -> follower.processor().status().offsets().applied()
                            >= leader.processor().status().offsets().flushed());
            assertThat(follower.processor().status().role()).isEqualTo(Role.FOLLOWING);
            assertThat(follower.processor().awaitReady(Duration.ofSeconds(3))).isFalse();
            leader.close();
            assertThat(follower.processor().awaitReady(Duration.ofSeconds(10))).isTrue();
            assertThat(follower.processor().status().leading().epoch()).isEqualTo(2);
            assertThat(on.caller.call("f-0", one("k")).replayed()).isTrue();
            assertThat(on.caller.call("f-new", one("k")).value()).isEqualTo(101);
            assertThat(follower.halted()).isNotDone();
        }
        assertThat(on.stored().values()).isEqualTo(Map.of("k", 101L));
    }

    @Test
    void answersWhileMySqlIsAwayAndCatchesUp() {
        try (Started started = on.ready()) {
            on.caller.call("m", one("k"));
            lane.stack().mysql().kill9();
            try {
                for (int i = 0; i < 50; i++) {
                    assertThat(on.caller.call("m-" + i, one("k" + i)).verdict()).isEqualTo(Verdict.OK);
                }
                Awaitility.await()
                        .until(() -> started.processor().status().flush().failures() > 0);
            } finally {
                lane.stack().mysql().restart();
            }
            long applied = started.processor().status().offsets().applied();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> started.processor().status().offsets().flushed() >= applied);
        }
        assertThat(on.stored().values()).hasSize(51);
    }

    @Test
    void comesThroughARestartOfTheBroker() {
        try (Started started = on.ready()) {
            on.caller.call("r", one("k"));
            lane.stack().kafka().restart();
            assertThat(on.caller.call("r-2", one("k")).value()).isEqualTo(2);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> on.stored().values().equals(Map.of("k", 2L)));
            assertThat(started.halted()).isNotDone();
        }
    }
}
