package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.proof.processor.ProcessorLane.Started;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.OpKind;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Holds in MySQL, as a restart loads them and verify compares them. */
@Tag("it")
class HoldRecoveryTest extends OnALane {
    private static final long LONG = 3_600_000;
    private static final byte[] NONE = {};

    HoldRecoveryTest(Lane lane) {
        super(lane);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Takes that number of units of stock and of the buyer's limit. */
    private static Command hold(String buyer, long units, long ttlMs) {
        List<Op> ops = List.of(Op.add("limit:" + buyer, units).arg(ArgName.MAX, 5), Op.add("stock", -units));
        return new Command(CommandKind.TRANSACT, true, ttlMs, ops, NONE, utf8(buyer));
    }

    private static Command on(CommandKind kind, String target, Op... lines) {
        long ttlMs = kind == CommandKind.EXTEND ? LONG : 0;
        return new Command(kind, false, ttlMs, List.of(lines), utf8(target), NONE);
    }

    private static Op line(long units) {
        return new Op(OpKind.LINE, utf8("stock")).arg(ArgName.QUANTITY, units);
    }

    private static Op token() {
        return new Op(OpKind.TAKE, utf8("rl"))
                .arg(ArgName.TOKENS, 1)
                .arg(ArgName.COUNT, 1)
                .arg(ArgName.PERIOD_MS, LONG)
                .arg(ArgName.BURST, 1);
    }

    private Answer ok(String id, Command command) {
        Answer answer = on.caller.call(id, command);
        assertThat(answer.verdict()).as(id).isEqualTo(Verdict.OK);
        return answer;
    }

    private void reserve() {
        ok("stock", Command.transact(Op.set("stock", 100)));
        ok("r1", hold("u1", 3, LONG));
        ok("r2", hold("u2", 2, LONG));
        ok("r3", hold("u3", 1, LONG));
        ok("c1", on(CommandKind.CONFIRM, "r1", line(1)));
        ok("x2", on(CommandKind.CANCEL, "r2"));
        ok("e3", on(CommandKind.EXTEND, "r3"));
        ok("t", Command.transact(token()));
        assertThat(on.caller.call("a", on(CommandKind.ABANDON, "never")).verdict())
                .isEqualTo(Verdict.ABANDONED);
    }

    @Test
    void everyHoldAndEveryOutcomeOutlivesARestart() {
        try (Started started = on.ready()) {
            reserve();
            assertThat(started.halted()).isNotDone();
        }
        assertThat(on.stored().cut().holdsOpen).isEqualTo(1);
        assertThat(on.stored().cut().holdsResolved).isEqualTo(2);
        Verification found = on.verify();
        assertThat(found.differences()).isEmpty();
        assertThat(found.openHolds()).isEqualTo(1);
        assertThat(found.resolvedHolds()).isEqualTo(2);
        try (Started started = on.ready()) {
            for (String id : List.of("r1", "r2", "r3")) {
                Command again = hold("u" + id.charAt(1), 4 - Integer.parseInt(id.substring(1)), LONG);
                assertThat(ok(id, again).replayed()).isTrue();
            }
            assertThat(ok("c1-again", on(CommandKind.CONFIRM, "r1", line(1))).replayed())
                    .isTrue();
            assertThat(on.caller.call("x1", on(CommandKind.CANCEL, "r1")).verdict())
                    .isEqualTo(Verdict.ALREADY_CONFIRMED);
            assertThat(on.caller.call("never", hold("u4", 1, LONG)).verdict()).isEqualTo(Verdict.ABANDONED);
            assertThat(on.caller.call("t2", Command.transact(token())).verdict())
                    .isEqualTo(Verdict.RATE_LIMITED);
            ok("x3", on(CommandKind.CANCEL, "r3"));
            assertThat(ok("left", Command.transact(Op.add("stock", -1))).value())
                    .isEqualTo(98);
            assertThat(started.halted()).isNotDone();
        }
        assertThat(on.verify().differences()).isEmpty();
    }

    @Test
    void holdsExpireOnAQuietLaneAndTheirUnitsComeBack() {
        try (Started started = on.ready()) {
            ok("stock", Command.transact(Op.set("stock", 10_000)));
            long last = 0;
            for (int i = 0; i < 9_999; i++) {
                last = on.caller.send("r" + i, hold("u" + i, 1, 2_000));
            }
            assertThat(on.caller.answer(last).verdict()).isEqualTo(Verdict.OK);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> started.processor().status().state().holds().expired() == 9_999);
            assertThat(started.processor().status().state().holds().expiriesWaiting())
                    .isZero();
            assertThat(ok("left", Command.transact(Op.add("stock", -1))).value())
                    .isEqualTo(9_999);
            assertThat(started.halted()).isNotDone();
        }
        assertThat(on.stored().cut().counters)
                .as("no buyer leaves a key behind")
                .isEqualTo(1);
        assertThat(on.verify().differences()).isEmpty();
    }

    @Test
    void whatWasHeldAndEndedWhileMySqlWasAwayIsThereAfterwards() throws Exception {
        try (Started started = on.ready()) {
            ok("stock", Command.transact(Op.set("stock", 1_000)));
            lane.stack().mysql().kill9();
            try {
                for (int i = 0; i < 60; i++) {
                    ok("r" + i, hold("u" + i, 1, LONG));
                    if (i % 3 > 0) {
                        ok("e" + i, on(i % 3 == 1 ? CommandKind.CONFIRM : CommandKind.CANCEL, "r" + i));
                    }
                }
            } finally {
                lane.stack().mysql().restart();
            }
            long applied = started.processor().status().offsets().applied();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> started.processor().status().offsets().flushed() >= applied);
        }
        Verification found = on.verify();
        assertThat(found.differences()).isEmpty();
        assertThat(found.openHolds()).isEqualTo(20);
        assertThat(found.resolvedHolds()).isEqualTo(40);
    }

    @Test
    void verifySeesWhateverIsDoneToHoldsByHandAndAStartRefusesIt() throws SQLException {
        try (Started started = on.ready()) {
            reserve();
            assertThat(started.halted()).isNotDone();
        }
        on.sql("UPDATE hl_counter SET held = held + 1 WHERE k = 'stock'");
        assertThat(on.verify().differences())
                .hasSize(2)
                .anyMatch(text -> text.contains("held 2") && text.contains("the log gives"))
                .anyMatch(text -> text.contains("differs by 1 from the sum over its open holds"));
        on.sql("UPDATE hl_counter SET held = held - 1 WHERE k = 'stock'");
        assertThat(on.verify().differences()).isEmpty();
        on.sql("UPDATE hl_hold SET image = INSERT(image, 42, 1, 'x')");
        assertThat(on.verify().differences()).anyMatch(text -> text.contains("open hold"));
        assertThat(on.refused().code()).isEqualTo(ExitCode.DIGEST_MISMATCH);
        on.sql("DELETE FROM hl_hold");
        assertThat(on.refused().code()).isEqualTo(ExitCode.CORRUPT_CHECKPOINT);
    }
}
