package dev.hotlane.proof.simulation.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/*
 * Locks
 *
 * The first write of a transaction takes one lock over everything and holds it to the end. Real MySQL locks rows, but
 * every writer of a checkpoint begins with the same row. Who meets the lock taken gets error 1205 at once: virtual time
 * passes between two attempts anyway.
 */

/** The server: what is committed, who holds the lock, and transactions whose client is gone. */
public final class SimMySql {
    private final Faults faults;
    private final Commits commits;
    private final List<Orphan> orphans = new ArrayList<>();
    private SqlTables committed = SqlTables.empty();
    private SimConnection writer;
    private int generation;
    private boolean down;

    /** Chooses what becomes of a statement. */
    @FunctionalInterface
    public interface Faults {
        /** For a statement of this client; {@code commit} tells a COMMIT, {@code write} what takes the lock. */
        SqlFault next(int client, boolean commit, boolean write);
    }

    /** Hears of every commit that changed something. */
    @FunctionalInterface
    public interface Commits {
        /** This client's transaction made {@code after} of {@code before}. */
        void committed(int client, SqlTables before, SqlTables after);
    }

    private record Orphan(SimConnection connection, boolean commits) {}

    public SimMySql(Faults faults, Commits commits) {
        this.faults = faults;
        this.commits = commits;
    }

    /** A connection of that client. */
    public Connection connect(int client) throws SQLException {
        SqlFault fault = down ? SqlFault.CONNECTION_LOST : faults.next(client, false, false);
        if (fault == SqlFault.CLIENT_DIES || fault == SqlFault.CLIENT_DIES_UNNOTICED) {
            throw new ClientDied();
        } else if (fault == SqlFault.CONNECTION_LOST || fault == SqlFault.HALF_OPEN) {
            throw SqlFault.CONNECTION_LOST.exception();
        }
        return new SimConnection(this, client, generation).proxy();
    }

    /** The server stops: all transactions that are not committed are gone, nobody can connect. */
    public void stop() {
        down = true;
        generation++;
        orphans.clear();
        writer = null;
    }

    /** The server is there again. */
    public void start() {
        down = false;
    }

    /** Brings back what was committed at some time, as a restored backup does. */
    public void restore(SqlTables backup) {
        stop();
        start();
        committed = backup;
    }

    /** Transactions whose client is gone end now, as the server notices: rolled back, or committed late. */
    public void endOrphans() {
        for (Orphan orphan : List.copyOf(orphans)) {
            if (orphan.commits()) {
                commit(orphan.connection());
            } else {
                release(orphan.connection());
            }
        }
        orphans.clear();
    }

    /** Whether a transaction without a client is waiting for its end. */
    public boolean hasOrphans() {
        return !orphans.isEmpty();
    }

    /** All connections of a client that is gone end, as the kernel tells the server. */
    public void hangUp(int client) {
        if (writer != null
                && writer.client() == client
                && orphans.stream().noneMatch(orphan -> orphan.connection() == writer)) {
            release(writer);
        }
    }

    /** What is committed. */
    public SqlTables committed() {
        return committed;
    }

    boolean serves(int connectedIn) {
        return !down && connectedIn == generation;
    }

    SqlFault fault(SimConnection connection, boolean commit, boolean write) {
        return faults.next(connection.client(), commit, write);
    }

    /** True if the lock is this connection's now. */
    boolean lock(SimConnection connection) {
        if (writer == null) {
            writer = connection;
        }
        return writer == connection;
    }

    void release(SimConnection connection) {
        if (writer == connection) {
            writer = null;
        }
        connection.forgetTransaction();
    }

    void abandon(SimConnection connection, boolean commit) {
        if (writer == connection) {
            orphans.add(new Orphan(connection, commit));
        }
    }

    void commit(SimConnection connection) {
        SqlTables before = committed;
        SqlTables after = connection.written();
        if (after != null) {
            committed = after;
        }
        release(connection);
        if (after != null) {
            commits.committed(connection.client(), before, after);
        }
    }
}
