package dev.hotlane.infra.verify;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.processor.checkpoint.StateLoad;
import dev.hotlane.processor.log.LogClients;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.time.Duration;
import org.apache.kafka.common.KafkaException;

/**
 * Compares a database with its log, row by row, at the database's own offset. Reads only, and may run while the lane
 * does: the database is read in one snapshot. Any thread.
 */
public final class Verifier {
    /** A replay may take long while the snapshot is open. */
    private static final Duration SILENCE = Duration.ofHours(8);

    private static final Duration ANSWER = Duration.ofMinutes(10);

    private Verifier() {}

    /** Settings for a database that is only read, with a session that outlives a long replay. */
    public static FlushSettings database(String jdbcUrl, String user, String password) {
        FlushSettings usual = FlushSettings.of(jdbcUrl, user, password);
        return usual.withTimeouts(usual.timeouts().withAnswer(ANSWER).withSilence(SILENCE));
    }

    /**
     * Runs the comparison.
     *
     * @throws VerifyException if the two can't be compared
     * @throws dev.hotlane.flusher.mysql.FlusherException if the database can't be read or contradicts itself
     */
    public static Verification run(KafkaConnection kafka, String lane, FlushSettings database) {
        return run(kafka, lane, database, null);
    }

    /** As {@link #run(KafkaConnection, String, FlushSettings)}, beginning at a snapshot; null for the log's first record. */
    public static Verification run(KafkaConnection kafka, String lane, FlushSettings database, StateLoad snapshot) {
        LogClients clients = new LogClients(kafka, lane);
        Comparison comparison = new Comparison(clients, lane, identity(kafka, lane), snapshot);
        new Checkpoint(database).load(comparison);
        return comparison.finished();
    }

    private static Identity identity(KafkaConnection kafka, String lane) {
        try {
            return TopicAdmin.identity(kafka, lane);
        } catch (KafkaException e) {
            throw new VerifyException(e.getMessage());
        }
    }
}
