package dev.hotlane.proof.flusher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.flusher.mysql.FlusherException.Reason;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A fault that no retry can cure is refused with what was found, what was expected and what to do. */
@Tag("it")
@ExtendWith(RealStack.class)
class RefusalTest {
    private final Lane lane;
    private final FlushSettings settings;
    private final Checkpoint checkpoint;
    private final ScriptedLog log = new ScriptedLog(Seeds.next(), 300, 2_000, 300);

    RefusalTest(Lane lane) {
        this.lane = lane;
        settings = FlushingLane.settings(lane);
        checkpoint = new Checkpoint(settings);
    }

    @Test
    void aLaxSqlMode() {
        checkpoint.migrate();
        try {
            FlushingLane.sql(lane, "SET GLOBAL sql_mode = ''");
            // The driver's own strictness does not replace the server's.
            FlushSettings optimist = FlushingLane.settings(lane.jdbcUrl() + "&jdbcCompliantTruncation=true", lane);
            assertRefused(
                    () -> new Checkpoint(optimist).initialize(new Identity("c", "t")),
                    Reason.NON_STRICT_SQL_MODE,
                    "sql_mode is ''",
                    "STRICT_TRANS_TABLES");
            try (FlushingLane flushing = new FlushingLane(log, settings, 0)) {
                flushing.writer.fence(1);
                await().until(() -> flushing.writer.failures() > 1
                        && flushing.writer.lastFailure().startsWith("MySQL's sql_mode is ''"));
                assertThat(flushing.fatal).isNull();
            }
        } finally {
            FlushingLane.sql(lane, "SET GLOBAL sql_mode = DEFAULT");
        }
    }

    @Test
    void aPacketLimitBelowOneEntry() {
        checkpoint.migrate();
        try {
            FlushingLane.sql(lane, "SET GLOBAL max_allowed_packet = 65536");
            assertRefused(
                    () -> checkpoint.initialize(new Identity("c", "t")),
                    Reason.UNFIT_SERVER,
                    "65536",
                    "at least 262144");
        } finally {
            FlushingLane.sql(lane, "SET GLOBAL max_allowed_packet = 67108864");
        }
    }

    @Test
    void anEmptyDatabase() {
        assertRefused(this::load, Reason.WRONG_SCHEMA, "found 0 of the 5 tables");
        checkpoint.migrate();
        assertRefused(this::load, Reason.NO_CHECKPOINT, "hl_meta has no row");
    }

    @Test
    void tablesThatWereChanged() {
        checkpoint.migrate();
        FlushingLane.sql(lane, "ALTER TABLE hl_window ENGINE = MyISAM");
        assertRefused(this::load, Reason.WRONG_SCHEMA, "hl_window is in engine MyISAM, expected InnoDB");
        FlushingLane.sql(
                lane, "ALTER TABLE hl_window ENGINE = InnoDB", "ALTER TABLE hl_counter MODIFY k VARCHAR(200) NOT NULL");
        assertRefused(this::load, Reason.WRONG_SCHEMA, "hl_counter.k is varchar(200), expected varbinary(200)");
    }

    @Test
    void aServerThatIsNotThereOrDoesNotKnowUs() {
        FlushSettings nobody =
                FlushSettings.of(settings.mysql().url(), "hotlane", "wrong").withTimeouts(settings.timeouts());
        assertRefused(() -> LoadedCheckpoint.of(nobody), Reason.DENIED, "1045", "denies account 'hotlane'");
        assertRefused(() -> new Checkpoint(nobody).migrate(), Reason.DENIED, "1045");
        FlushSettings nowhere = FlushingLane.settings("jdbc:mysql://127.0.0.1:1/hotlane", lane);
        assertRefused(() -> LoadedCheckpoint.of(nowhere), Reason.UNAVAILABLE, "Is it running");
    }

    @Test
    void rowsThatWereTamperedWith() {
        try (FlushingLane flushing = FlushingLane.virgin(log, settings)) {
            for (int i = 0; i < 5; i++) {
                flushing.feed(300);
                flushing.flushAll();
            }
        }
        FlushingLane.sql(lane, "CREATE TABLE kept AS SELECT * FROM hl_window ORDER BY first_sequence LIMIT 1 OFFSET 1");
        assertTampering(
                "DELETE FROM hl_window WHERE first_sequence = (SELECT first_sequence FROM kept)", "entries from");
        FlushingLane.sql(lane, "INSERT INTO hl_window SELECT * FROM kept");
        assertTampering("UPDATE hl_window SET data = CONCAT(data, 'x') ORDER BY first_sequence LIMIT 1", "CRC32C");
        FlushingLane.sql(
                lane, "UPDATE hl_window SET data = LEFT(data, LENGTH(data) - 1) ORDER BY first_sequence LIMIT 1");
        load();
        assertTampering("DELETE FROM hl_counter LIMIT 1", "rows, hl_meta says");
    }

    @Test
    void holdsThatWereTamperedWith() {
        try (FlushingLane flushing = FlushingLane.virgin(log, settings)) {
            for (int i = 0; i < 5; i++) {
                flushing.feed(300);
                flushing.flushAll();
            }
        }
        FlushingLane.sql(lane, "CREATE TABLE kept AS SELECT * FROM hl_resolved ORDER BY first_sequence DESC LIMIT 1");
        assertTampering("DELETE FROM hl_resolved ORDER BY first_sequence DESC LIMIT 1", "hl_resolved holds");
        FlushingLane.sql(lane, "INSERT INTO hl_resolved SELECT * FROM kept");
        load();
        assertTampering("UPDATE hl_resolved SET crc32c = crc32c ^ 1 ORDER BY first_sequence DESC LIMIT 1", "CRC32C");
        FlushingLane.sql(lane, "UPDATE hl_resolved SET crc32c = crc32c ^ 1 ORDER BY first_sequence DESC LIMIT 1");
        load();
        assertTampering("UPDATE hl_hold SET sequence = 2000000 LIMIT 1", "hl_hold has a row with sequence 2000000");
        assertTampering("DELETE FROM hl_hold WHERE sequence = 2000000", "hl_hold has ");
    }

    @Test
    void aStatementThatMySqlWillNeverTake() {
        try (FlushingLane flushing = FlushingLane.virgin(log, settings)) {
            flushing.feed(10);
            flushing.flushAll();
            FlushingLane.sql(
                    lane, "CREATE TRIGGER never BEFORE INSERT ON hl_counter FOR EACH ROW SIGNAL SQLSTATE '22003'");
            flushing.feed(100);
            flushing.batching.offerCut(flushing.replay.cut());
            assertThat(flushing.awaitFatal().reason()).isEqualTo(Reason.BROKEN);
            assertThat(flushing.fatal).hasMessageContaining("Trying again cannot cure this");
        }
    }

    private void load() {
        LoadedCheckpoint.of(settings);
    }

    private void assertTampering(String sql, String why) {
        FlushingLane.sql(lane, sql);
        assertRefused(this::load, Reason.CORRUPT_CHECKPOINT, why);
    }

    private static void assertRefused(ThrowingCallable call, Reason reason, String... words) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        FlusherException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessageContainingAll(words);
    }
}
