package dev.hotlane.proof.flusher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.flusher.batch.BatchLimits;
import dev.hotlane.flusher.batch.HBatching;
import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlushListener;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.FlushSettings.Backoff;
import dev.hotlane.flusher.mysql.FlushSettings.Timeouts;
import dev.hotlane.flusher.mysql.FlushWriter;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.stack.Lane;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** The flusher of one process on a real MySQL, fed from a scripted log by the test's thread. */
final class FlushingLane implements AutoCloseable, FlushListener {
    static final String TOPIC_ID = "topic-1";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    final ScriptedLog log;
    final ScriptedLog.Replay replay;
    final FlushSettings settings;
    final FlushWriter writer;
    final HBatching batching;
    final AtomicLong ackedMark = new AtomicLong(Long.MAX_VALUE);
    final List<Exception> failures = new CopyOnWriteArrayList<>();
    final List<Long> flushes = new CopyOnWriteArrayList<>();
    volatile FlusherException fatal;

    /** A process that loaded the checkpoint of offset dirtySince and has not fenced yet. */
    FlushingLane(ScriptedLog log, FlushSettings settings, long dirtySince) {
        this.log = log;
        this.settings = settings;
        replay = log.replay();
        writer = new FlushWriter(settings, TOPIC_ID, dirtySince, ackedMark::get, this, e -> fatal = e);
        batching =
                new HBatching(writer, settings.limits(), settings.surroundings().nanos());
        replay.to(dirtySince, null, Long.MAX_VALUE);
        writer.start();
    }

    /** Creates the schema and the meta row, and the first leader. */
    static FlushingLane virgin(ScriptedLog log, FlushSettings settings) {
        Checkpoint checkpoint = new Checkpoint(settings);
        checkpoint.migrate();
        checkpoint.initialize(new Identity("cluster-1", TOPIC_ID));
        FlushingLane lane = new FlushingLane(log, settings, 0);
        lane.writer.fence(1);
        return lane;
    }

    static FlushSettings settings(Lane lane) {
        return settings(lane.jdbcUrl(), lane);
    }

    /** Short intervals and timeouts, so that failures come and go quickly. */
    static FlushSettings settings(String url, Lane lane) {
        return FlushSettings.of(url, lane.stack().user(), lane.stack().password())
                .withLimits(new BatchLimits(Duration.ofMillis(1), 10_000))
                .withBackoff(new Backoff(Duration.ofMillis(10), Duration.ofMillis(200)))
                .withTimeouts(new Timeouts(
                        Duration.ofSeconds(2), Duration.ofSeconds(5), Duration.ofSeconds(1), Duration.ofSeconds(2)));
    }

    /** Feeds records and flushes whenever the writer is free, as the flush stage does. Never waits. */
    void feed(int records) {
        long end = replay.next + records;
        while (replay.next < end) {
            replay.to(replay.next + 1, batching, 0);
            if (batching.due()) {
                batching.offerCut(replay.cut());
            }
        }
    }

    /** Waits until MySQL has all records fed, and the writer is free. */
    void flushAll() {
        await().atMost(PATIENCE).until(() -> {
            batching.offerCut(replay.cut());
            return (writer.flushedOffset() == replay.next && writer.ready()) || fatal != null;
        });
        assertThat(fatal).isNull();
    }

    void awaitFailure(int code) {
        await().atMost(PATIENCE)
                .until(() ->
                        failures.stream().anyMatch(e -> e instanceof SQLException sql && sql.getErrorCode() == code));
    }

    /** Offers cuts until the writer fails: it may not be free just after a commit. */
    FlusherException awaitFatal() {
        await().atMost(PATIENCE).until(() -> {
            batching.offerCut(replay.cut());
            return fatal != null;
        });
        return fatal;
    }

    /** Requires that MySQL holds a whole prefix of the log; returns it. */
    LoadedCheckpoint assertMySqlHoldsAPrefix() {
        LoadedCheckpoint loaded = LoadedCheckpoint.of(settings);
        loaded.assertEqualTo(log);
        return loaded;
    }

    void assertMySqlHoldsEverything() {
        flushAll();
        assertThat(assertMySqlHoldsAPrefix().cut.nextOffset).isEqualTo(replay.next);
    }

    static Connection connect(Lane lane) throws SQLException {
        return DriverManager.getConnection(
                lane.jdbcUrl(), lane.stack().user(), lane.stack().password());
    }

    static void sql(Lane lane, String... statements) {
        try (Connection connection = connect(lane);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void flushed(long nextOffset, long upserts, long deletes, long entries, long bytes, long nanos) {
        flushes.add(nextOffset);
    }

    @Override
    public void failed(int failuresInARow, Exception why, long retryMillis) {
        failures.add(why);
    }

    @Override
    public void close() {
        writer.close();
    }
}
