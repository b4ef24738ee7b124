package dev.hotlane.flusher.mysql;

import dev.hotlane.flusher.batch.DirtyMap;
import dev.hotlane.flusher.mysql.FlusherException.Reason;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the values of one marshaller of vBatching: each map in one transaction, as soon as there is one. It waits for
 * no reply and guards no offset. Owns one thread and one connection. While MySQL is away it retries for ever; a commit
 * whose answer was lost is repeated, which writes the same values.
 */
public final class ProjectionWriter extends WriterLoop<DirtyMap> {
    private static final Logger log = LoggerFactory.getLogger(ProjectionWriter.class);

    private final CounterRows rows = new CounterRows(Projection.TABLE);
    private final AtomicLong written = new AtomicLong();

    ProjectionWriter(FlushSettings settings, int number, Consumer<FlusherException> fatal) {
        super(settings, Session::forProjection, new DirtyMap(), fatal);
        thread.setName("projection-writer-" + number);
    }

    /** Rows written and deleted so far. Any thread. */
    public long rows() {
        return written.getOpaque();
    }

    @Override
    long pause(DirtyMap map) {
        return map == null ? IDLE_PARK_NANOS : 0;
    }

    @Override
    void write(DirtyMap map) throws SQLException {
        rows.prepare(map);
        Session session = sessions.connected();
        Tally tally = new Tally();
        rows.write(session, map, tally);
        session.commit();
        written.setOpaque(written.getPlain() + tally.upserts + tally.deletes);
        map.clear();
        giveBack(map);
    }

    @Override
    FlusherException refused(SQLException e, DirtyMap map) {
        return new FlusherException(
                Reason.BROKEN,
                "MySQL refused " + map.size() + " rows of the projection with " + SqlErrors.describe(e)
                        + ". Was the table " + Projection.TABLE + " changed? Each start drops it and creates it again.",
                e);
    }

    @Override
    void failed(int failures, SQLException e, long retryMillis) {
        if (RetryPause.isWorthALine(failures)) {
            log.warn("Attempt {} on a projection failed, next in {} ms: {}", failures, retryMillis, lastFailure());
        }
    }

    @Override
    void ended(FlusherException e) {
        log.error("A projection ends for good: {}", e.getMessage());
    }

    @Override
    String subject() {
        return "A projection's writer";
    }
}
