package dev.hotlane.proof.flusher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.protocol.Meta;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("it")
@Tag("containers")
@ExtendWith(RealStack.class)
class CheckpointRoundTripTest {
    private final Lane lane;
    private final FlushSettings settings;
    private final ScriptedLog log = new ScriptedLog(Seeds.next(), 300, 2_000, 300);

    CheckpointRoundTripTest(Lane lane) {
        this.lane = lane;
        settings = FlushingLane.settings(lane);
    }

    @Test
    void aVirginDatabaseStandsAtOffsetZero() {
        Checkpoint checkpoint = new Checkpoint(settings);
        checkpoint.migrate();
        checkpoint.migrate();
        Identity mine = new Identity("cluster-1", FlushingLane.TOPIC_ID);
        assertThat(checkpoint.initialize(mine)).isEqualTo(mine);
        assertThat(checkpoint.initialize(new Identity("another", "topic"))).isEqualTo(mine);
        LoadedCheckpoint loaded = LoadedCheckpoint.of(settings);
        assertThat(loaded.cut.nextOffset).isZero();
        assertThat(loaded.fenceEpoch).isZero();
        assertThat(loaded.identity).isEqualTo(mine);
        assertThat(loaded.counters).isEmpty();
        assertThat(checkpoint.server().flushLogAtTrxCommit()).isEqualTo(1);
    }

    @Test
    void everythingComesBackAsItWent() {
        try (FlushingLane flushing = FlushingLane.virgin(log, settings)) {
            for (int i = 0; i < 20; i++) {
                flushing.feed(500);
                flushing.assertMySqlHoldsEverything();
            }
            assertThat(flushing.failures).isEmpty();
        }
    }

    @Test
    void aLoadSeesOneOffsetWhileTheLaneRuns() {
        try (FlushingLane flushing = FlushingLane.virgin(log, settings)) {
            CompletableFuture<Integer> loads = CompletableFuture.supplyAsync(() -> {
                for (int i = 0; i < 30; i++) {
                    flushing.assertMySqlHoldsAPrefix();
                }
                return 30;
            });
            while (!loads.isDone()) {
                flushing.feed(50);
                flushing.writer.drain(Duration.ofSeconds(1));
            }
            assertThat(loads.join()).isEqualTo(30);
            assertThat(flushing.flushes).hasSizeGreaterThan(10);
        }
    }

    @Test
    void whatIsRememberedNoMoreIsDroppedFromMySql() throws SQLException {
        ScriptedLog narrow = new ScriptedLog(Seeds.next(), 50, 100, 50);
        try (FlushingLane flushing = FlushingLane.virgin(narrow, settings)) {
            for (int i = 0; i < 50; i++) {
                flushing.feed(50);
                flushing.flushAll();
            }
            Meta cut = flushing.replay.cut();
            assertNothingBelow("hl_window", cut.windowStart);
            assertNothingBelow("hl_resolved", cut.resolvedStart);
            flushing.assertMySqlHoldsEverything();
        }
    }

    private void assertNothingBelow(String table, long start) throws SQLException {
        try (var connection = FlushingLane.connect(lane);
                var statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT MIN(end_sequence), COUNT(*) FROM " + table)) {
            row.next();
            assertThat(row.getLong(1)).isGreaterThan(start);
            assertThat(row.getInt(2)).isBetween(1, 20);
        }
    }

    @Test
    void waitsUntilEveryReplyBelowTheCutIsAcknowledged() {
        try (FlushingLane flushing = FlushingLane.virgin(log, settings)) {
            flushing.feed(10);
            flushing.flushAll();
            flushing.ackedMark.set(10);
            flushing.feed(1_000);
            while (!flushing.batching.offerCut(flushing.replay.cut()) && flushing.writer.ready()) {
                flushing.feed(1);
            }
            assertThat(flushing.writer.drain(Duration.ofMillis(200))).isFalse();
            assertThat(flushing.assertMySqlHoldsAPrefix().cut.nextOffset).isEqualTo(10);
            flushing.ackedMark.set(flushing.replay.next);
            flushing.assertMySqlHoldsEverything();
        }
    }
}
