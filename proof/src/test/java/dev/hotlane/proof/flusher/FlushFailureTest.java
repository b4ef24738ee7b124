package dev.hotlane.proof.flusher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** MySQL fails in many ways: no batch is written in part, and all of it arrives in the end. */
@Tag("it")
@Tag("containers")
@ExtendWith(RealStack.class)
class FlushFailureTest {
    private final Lane lane;
    private final FlushSettings settings;
    private final ScriptedLog log = new ScriptedLog(Seeds.next(), 300, 2_000, 300);

    FlushFailureTest(Lane lane) {
        this.lane = lane;
        settings = FlushingLane.settings(lane);
    }

    @Test
    void aLockWaitTimeoutTearsNoBatch() throws SQLException {
        try (FlushingLane flushing = filled(log);
                Connection other = FlushingLane.connect(lane);
                Statement statement = other.createStatement()) {
            long before = flushing.replay.next;
            other.setAutoCommit(false);
            lockTheLastRow(statement, flushing);
            changeAll(flushing);
            flushing.awaitFailure(1205);
            assertThat(flushing.assertMySqlHoldsAPrefix().cut.nextOffset).isEqualTo(before);
            other.rollback();
            flushing.assertMySqlHoldsEverything();
        }
    }

    @Test
    void aDeadlockTearsNoBatch() throws SQLException {
        try (FlushingLane flushing = filled(log);
                Connection other = FlushingLane.connect(lane);
                Statement statement = other.createStatement()) {
            statement.execute("CREATE TABLE weight (n INT PRIMARY KEY)");
            other.setAutoCommit(false);
            // InnoDB's victim is the transaction that changed less: this one changes more.
            for (int i = 0; i < 5; i++) {
                StringBuilder rows = new StringBuilder("INSERT INTO weight VALUES (-1 - " + i + ")");
                for (int n = 0; n < 1_000; n++) {
                    rows.append(",(").append(i * 1_000 + n).append(')');
                }
                statement.executeUpdate(rows.toString());
            }
            lockTheLastRow(statement, flushing);
            changeAll(flushing);
            await().until(() -> waitsForALock(lane));
            statement.executeUpdate("UPDATE hl_meta SET fence_epoch = 99 WHERE id = 1");
            flushing.awaitFailure(1213);
            other.rollback();
            flushing.assertMySqlHoldsEverything();
        }
    }

    @Test
    void waitsForAReadOnlyServer() {
        try (FlushingLane flushing = filled(log)) {
            try {
                // The stack's account may write to a server that is read_only, but not to one that is super_read_only.
                FlushingLane.sql(lane, "SET GLOBAL super_read_only = 1");
                changeAll(flushing);
                flushing.awaitFailure(1290);
                flushing.feed(1_000);
            } finally {
                FlushingLane.sql(lane, "SET GLOBAL super_read_only = 0", "SET GLOBAL read_only = 0");
            }
            flushing.assertMySqlHoldsEverything();
        }
    }

    @Test
    void waitsForATableThatIsRenamedAway() {
        try (FlushingLane flushing = filled(log)) {
            FlushingLane.sql(lane, "RENAME TABLE hl_hold TO away");
            changeAll(flushing);
            flushing.awaitFailure(1146);
            await().until(() -> flushing.writer.failures() > 2
                    && flushing.writer.lastFailure().contains("found 4 of the 5 tables"));
            FlushingLane.sql(lane, "RENAME TABLE away TO hl_hold");
            flushing.assertMySqlHoldsEverything();
            assertThat(flushing.fatal).isNull();
        }
    }

    @Test
    void waitsForAStrictSqlMode() {
        try (FlushingLane flushing = filled(log)) {
            try {
                FlushingLane.sql(lane, "SET GLOBAL sql_mode = ''", "RENAME TABLE hl_hold TO away");
                changeAll(flushing);
                flushing.awaitFailure(1146);
                await().until(() -> flushing.writer.lastFailure().startsWith("MySQL's sql_mode is ''"));
            } finally {
                FlushingLane.sql(lane, "SET GLOBAL sql_mode = DEFAULT", "RENAME TABLE away TO hl_hold");
            }
            flushing.assertMySqlHoldsEverything();
            assertThat(flushing.fatal).isNull();
        }
    }

    @Test
    void aBatchAboveThePacketLimitStillGoesAsOne() {
        try {
            FlushingLane.sql(lane, "SET GLOBAL max_allowed_packet = 1048576");
            ScriptedLog wide = new ScriptedLog(Seeds.next(), 40_000, 5_000, 4_000);
            try (FlushingLane flushing = FlushingLane.virgin(wide, settings)) {
                flushing.ackedMark.set(0);
                flushing.feed(60_000);
                flushing.ackedMark.set(Long.MAX_VALUE);
                flushing.assertMySqlHoldsEverything();
                assertThat(flushing.failures).isEmpty();
            }
        } finally {
            FlushingLane.sql(lane, "SET GLOBAL max_allowed_packet = 67108864");
        }
    }

    @Test
    void survivesKillsAndRestartsOfMySql() {
        try (FlushingLane flushing = filled(log)) {
            for (int i = 0; i < 3; i++) {
                CompletableFuture<Void> restart = CompletableFuture.runAsync(() -> {
                    lane.stack().mysql().kill9();
                    lane.stack().mysql().start();
                });
                while (!restart.isDone()) {
                    flushing.feed(50);
                    flushing.writer.drain(Duration.ofMillis(20));
                }
                restart.join();
                flushing.assertMySqlHoldsAPrefix();
            }
            flushing.assertMySqlHoldsEverything();
            assertThat(flushing.failures).isNotEmpty();
            assertThat(flushing.writer.failures()).isZero();
            assertThat(flushing.writer.lastFailure()).isNull();
        }
    }

    @Test
    void memoryStaysBoundedAndNothingBlocksWhileMySqlIsAway() {
        ScriptedLog busy = new ScriptedLog(Seeds.next(), 1_000, 20_000, 100);
        try (FlushingLane flushing = filled(busy)) {
            int openInMySql = flushing.replay.holds.open.size();
            lane.stack().mysql().kill9();
            try {
                flushing.feed(400_000);
                long heap = flushing.batching.dirtyBytes();
                flushing.feed(400_000);
                assertThat(flushing.batching.dirtyBytes()).isBetween(1L, Math.max(heap, 1) + (4 << 20));
                // Deleted rows are of holds open in MySQL, or in the one batch that the writer took after the kill.
                int inHand = 1_000;
                assertThat(flushing.batching.dirtyKeys())
                        .isLessThanOrEqualTo(1_000 + openInMySql + inHand + flushing.replay.holds.open.size());
                await().until(() -> flushing.writer.failures() > 0);
                assertThat(flushing.writer.lastFailure()).isNotBlank();
            } finally {
                lane.stack().mysql().start();
            }
            flushing.assertMySqlHoldsEverything();
        }
    }

    @Test
    void closesQuicklyWhileMySqlDoesNotAnswer() {
        FlushingLane flushing = filled(log);
        lane.stack().mysql().suspend();
        try {
            flushing.feed(100);
            flushing.batching.offerCut(flushing.replay.cut());
            assertThat(flushing.writer.drain(Duration.ofMillis(300))).isFalse();
            flushing.close();
        } finally {
            lane.stack().mysql().resume();
        }
        await().untilAsserted(flushing::assertMySqlHoldsAPrefix);
    }

    private FlushingLane filled(ScriptedLog log) {
        FlushingLane flushing = FlushingLane.virgin(log, settings);
        flushing.feed(4_000);
        flushing.flushAll();
        return flushing;
    }

    /** A batch that changes every key, so that it meets any lock of another session. */
    private static void changeAll(FlushingLane flushing) {
        flushing.replay.to(flushing.replay.next + 4_000, flushing.batching, 0);
        flushing.batching.offerCut(flushing.replay.cut());
    }

    /**
     * Locks a row that exists, as a lock on a gap may block no session. Its key is the last, so that the flusher writes
     * many rows before it.
     */
    private static void lockTheLastRow(Statement statement, FlushingLane flushing) throws SQLException {
        String key = HexFormat.of().formatHex(flushing.replay.counters.lastKey());
        try (ResultSet row = statement.executeQuery("SELECT * FROM hl_counter WHERE k = 0x" + key + " FOR UPDATE")) {
            assertThat(row.next()).isTrue();
        }
    }

    private static boolean waitsForALock(Lane lane) throws SQLException {
        try (Connection connection = FlushingLane.connect(lane);
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "SELECT 1 FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")) {
            return rows.next();
        }
    }
}
