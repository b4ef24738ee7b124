package dev.hotlane.flusher.mysql;

import dev.hotlane.flusher.batch.DirtyMap;
import dev.hotlane.flusher.batch.VBatching;
import dev.hotlane.flusher.mysql.FlusherException.Reason;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * A table of the latest values of all counters, hl_projection, in a database of its own. Several marshallers of
 * vBatching write it in parallel, as soon as possible. It is not a checkpoint: its rows hold together for no offset,
 * the rows of one transaction may be split, and it has no holds and no window. So nothing can start from it, not even
 * itself: it is empty whenever it is opened and needs all counters first, then the changes. {@link Checkpoint} rejects
 * its database, and it rejects a checkpoint's.
 *
 * <p>Two processes that write the same table corrupt it. Opened and closed by one thread; each marshaller is fed by its
 * own thread, which calls {@link VBatching#offer} when it is due.
 */
public final class Projection implements AutoCloseable {
    static final String TABLE = "hl_projection";

    private static final String CREATE = "CREATE TABLE " + TABLE + " ("
            + "k VARBINARY(" + DirtyMap.KEY_BYTES_MAX + ") NOT NULL COMMENT 'UTF-8 bytes of the key',"
            + "value BIGINT NOT NULL,"
            + "version BIGINT NOT NULL COMMENT 'sequence number of the last change that is in this row; negative: a token"
            + " bucket',"
            + "held BIGINT NOT NULL,"
            + "confirmed BIGINT NOT NULL,"
            + "PRIMARY KEY (k)"
            + ") ENGINE = InnoDB ROW_FORMAT = DYNAMIC DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_0900_bin"
            + " COMMENT = 'latest values, each by itself: no offset, not a checkpoint'";

    private final ProjectionWriter[] writers;
    private final VBatching[] marshallers;

    private Projection(FlushSettings settings, int count, Consumer<FlusherException> fatal) {
        writers = new ProjectionWriter[count];
        for (int i = 0; i < count; i++) {
            writers[i] = new ProjectionWriter(settings, i, fatal);
        }
        marshallers = VBatching.marshallers(
                count,
                i -> writers[i],
                settings.limits(),
                settings.surroundings().nanos());
    }

    /**
     * Creates the table again, empty, and starts the writers.
     *
     * @param marshallers number of threads that will feed it, each with a writer and a connection: 1..64
     * @param fatal receives, on a writer's thread, a fault that retrying can't cure: that writer has then ended
     * @throws FlusherException if MySQL is away, unfit, or has a checkpoint in this database
     */
    public static Projection open(FlushSettings settings, int marshallers, Consumer<FlusherException> fatal) {
        VBatching.requireCount(marshallers);
        try (Session session = Session.open(settings)) {
            ServerChecks.forWriting(session);
            if (ServerChecks.has(session, "hl_meta")) {
                throw new FlusherException(
                        Reason.NOT_EMPTY,
                        "The database of " + settings.mysql().urlForPeople()
                                + " has a checkpoint (hl_meta). A projection by"
                                + " vBatching holds together for no offset, so it must not stand beside one: give it a"
                                + " database of its own.");
            }
            session.execute("DROP TABLE IF EXISTS " + TABLE);
            session.execute(CREATE);
        } catch (SQLException e) {
            throw Checkpoint.unavailable(settings, e);
        }
        Projection projection = new Projection(settings, marshallers, fatal);
        for (ProjectionWriter writer : projection.writers) {
            writer.start();
        }
        return projection;
    }

    /** The marshallers; every one of them must be given every event. */
    public VBatching[] marshallers() {
        return marshallers.clone();
    }

    /** The writer of the marshaller of that number, from 0; any thread may read its counts. */
    public ProjectionWriter writer(int number) {
        return writers[number];
    }

    /** Waits until all offered values are committed; returns false on timeout. */
    public boolean drain(Duration atMost) {
        boolean drained = true;
        for (ProjectionWriter writer : writers) {
            drained &= writer.drain(atMost);
        }
        return drained;
    }

    /** Ends the writers; values not offered, or not written yet, are lost: the next start writes all values again. */
    @Override
    public void close() {
        for (ProjectionWriter writer : writers) {
            writer.close();
        }
    }
}
