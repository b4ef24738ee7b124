package dev.hotlane.flusher.mysql;

import dev.hotlane.protocol.Meta;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The snapshots of one log that MySQL lists, and which of them a drill has proven. Every method opens its own connection,
 * tries once and throws {@link FlusherException}. Any thread.
 */
public final class SnapshotList {
    private final FlushSettings settings;
    private final Identity log;

    /** Of the snapshots of that log, in the lane's database. */
    public SnapshotList(FlushSettings settings, Identity log) {
        this.settings = settings;
        this.log = log;
    }

    /**
     * Ages of the newest snapshots by MySQL's clock, and what retention goes by.
     *
     * @param newestSeconds since the newest one was taken, +Inf if there is none
     * @param provenSeconds since the newest proven one was taken, +Inf if there is none
     * @param retained offset of the second-newest proven one, -1 if fewer than two are proven
     */
    public record Ages(double newestSeconds, double provenSeconds, long retained) {}

    /** Lists a snapshot as of that cut. Nothing is proven of it yet. */
    public void taken(Meta cut, String file) {
        with(Session::forWriting, session -> {
            SnapshotRows.taken(session, log, cut, file);
            session.commit();
            return null;
        });
    }

    /** Marks the snapshot as proven, by MySQL's clock; false if none of that offset and digest is listed. */
    public boolean proven(Meta cut) {
        return with(Session::open, session -> {
            boolean listed = SnapshotRows.proven(session, log, cut);
            session.commit();
            return listed;
        });
    }

    /**
     * Unlists the snapshot of that offset unless it is one of the two newest proven ones. Returns whether none of that
     * offset is listed now: then its file may go.
     */
    public boolean unlisted(long nextOffset) {
        return with(Session::open, session -> {
            SnapshotRows.unlist(session, log, nextOffset);
            session.commit();
            return SnapshotRows.find(session, log, nextOffset).isEmpty();
        });
    }

    /** Offset of the second-newest proven snapshot, -1 if fewer than two are proven: the log may be deleted below it. */
    public long retained() {
        return with(Session::open, session -> SnapshotRows.retained(session, log));
    }

    /** Ages, and the offset of {@link #retained}. */
    public Ages ages() {
        return with(
                Session::open,
                session -> new Ages(
                        SnapshotRows.ageSeconds(session, log, SnapshotRows.newest(session, log)),
                        SnapshotRows.ageSeconds(session, log, SnapshotRows.newestProven(session, log, Long.MAX_VALUE)),
                        SnapshotRows.retained(session, log)));
    }

    /** The snapshot with the greatest offset; empty if none is listed. */
    public Optional<ListedSnapshot> newest() {
        return with(
                Session::open,
                session -> SnapshotRows.find(session, log, SnapshotRows.newest(session, log)).stream()
                        .findFirst());
    }

    /** The snapshot of that offset; empty if it is not listed. */
    public Optional<ListedSnapshot> at(long nextOffset) {
        return with(
                Session::open,
                session -> SnapshotRows.find(session, log, nextOffset).stream().findFirst());
    }

    /** The two newest proven snapshots, the newest first; fewer if fewer are proven. */
    public List<ListedSnapshot> newestProven() {
        return with(Session::open, session -> {
            long newest = SnapshotRows.newestProven(session, log, Long.MAX_VALUE);
            return SnapshotRows.find(session, log, newest, SnapshotRows.newestProven(session, log, newest));
        });
    }

    private <T> T with(Opening opening, Work<T> work) {
        try (Session session = opening.open(settings)) {
            return work.in(session);
        } catch (SQLException e) {
            throw Checkpoint.unavailable(settings, e);
        }
    }

    private interface Opening {
        Session open(FlushSettings settings) throws SQLException;
    }

    private interface Work<T> {
        T in(Session session) throws SQLException;
    }
}
