package dev.hotlane.flusher.mysql;

import dev.hotlane.flusher.mysql.FlusherException.Reason;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The checkpoint in MySQL for a start and for verify: schema, identity, load. Every method opens its own connection,
 * tries once and throws {@link FlusherException}. Any thread.
 */
public final class Checkpoint {
    /** Characters that hl_snapshot keeps of a file's path. */
    public static final int SNAPSHOT_PATH_MAX = 512;

    private final FlushSettings settings;

    public Checkpoint(FlushSettings settings) {
        this.settings = settings;
    }

    /** Creates the tables or brings them up to date. Safe to call from several processes at once. */
    public void migrate() {
        Schema.migrate(settings);
    }

    /**
     * As {@link #migrate} if the settings say so; else rejects tables that are missing or old, and writes nothing.
     * Rejects an account that lacks a right which flushes need.
     */
    public void prepare() {
        if (settings.migrates()) {
            Schema.migrate(settings);
        } else {
            Schema.require(settings);
        }
        with(Session::open, session -> {
            ServerChecks.schema(session);
            ServerChecks.rights(session);
            return null;
        });
    }

    /**
     * Inserts the meta row of an empty database, at offset 0; otherwise changes nothing. Returns the stored identity,
     * which the caller compares. Rejects a server that is not fit for writing.
     */
    public Identity initialize(Identity ifVirgin) {
        return with(Session::forWriting, session -> {
            MetaRow.insertIfAbsent(session, ifVirgin);
            session.commit();
            return MetaRow.read(session).identity();
        });
    }

    /** Reads the whole checkpoint as one consistent snapshot, whatever the writer commits meanwhile. Writes nothing. */
    public void load(CheckpointSink sink) {
        with(Session::forReading, session -> {
            CheckpointReader.read(session, sink);
            return null;
        });
    }

    /** The meta row alone; empty if there is none yet. Writes nothing. */
    public Optional<CheckpointMeta> meta() {
        return with(Session::forReading, session -> {
            try {
                return Optional.of(MetaRow.read(session));
            } catch (FlusherException e) {
                if (e.reason() == Reason.NO_CHECKPOINT) {
                    return Optional.empty();
                }
                throw e;
            }
        });
    }

    /**
     * Moves the checkpoint to another log, with a row of history, in one transaction. Rejected if the meta row is not
     * as it was read: then a process writes it.
     *
     * @param from meta row as it was read
     * @param to new meta row; the other rows are the same
     */
    public void anchor(CheckpointMeta from, CheckpointMeta to, String who, String note) {
        with(Session::forWriting, session -> {
            if (!MetaRow.anchor(session, from, to)) {
                throw new FencedException("MySQL's meta row is no longer as it was read, at offset "
                        + from.cut().nextOffset + " under fence epoch " + from.fenceEpoch()
                        + ": a process writes it. Stop every processor of the lane and begin again.");
            }
            OperatorRows.history(session, "re-anchored", who, to.identity(), to.cut(), note);
            session.commit();
            return null;
        });
    }

    /** Server settings that matter to an operator. */
    public ServerFacts server() {
        return with(
                Session::open,
                session -> new ServerFacts(
                        session.text("SELECT VERSION()"),
                        (int) session.number("SELECT @@innodb_flush_log_at_trx_commit"),
                        session.maxAllowedPacket(),
                        session.number("SELECT @@read_only OR @@super_read_only") != 0));
    }

    private <T> T with(Opening opening, Work<T> work) {
        try (Session session = opening.open(settings)) {
            return work.in(session);
        } catch (SQLException e) {
            throw unavailable(settings, e);
        }
    }

    static FlusherException unavailable(FlushSettings settings, SQLException e) {
        if (SqlErrors.denied(e)) {
            return denied(settings, e);
        }
        boolean refused = !SqlErrors.retryable(e);
        return new FlusherException(
                refused ? Reason.BROKEN : Reason.UNAVAILABLE,
                "MySQL at " + settings.mysql().urlForPeople() + " as user '"
                        + settings.mysql().user() + "': "
                        + SqlErrors.describe(e) + ". Is it running, do host, port and database fit?",
                e);
    }

    /** MySQL's own text names what was denied, and to which account and host. It never has the password. */
    private static FlusherException denied(FlushSettings settings, SQLException e) {
        return new FlusherException(
                Reason.DENIED,
                "MySQL at " + settings.mysql().urlForPeople() + " denies account '"
                        + settings.mysql().user() + "': "
                        + SqlErrors.describe(e) + ". Correct user, password and TLS options of the URL, or grant the"
                        + " account its rights: `hotlane schema grants` prints them.",
                e);
    }

    private interface Opening {
        Session open(FlushSettings settings) throws SQLException;
    }

    private interface Work<T> {
        T in(Session session) throws SQLException;
    }
}
