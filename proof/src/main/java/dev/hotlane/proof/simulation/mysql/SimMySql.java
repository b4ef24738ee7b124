package dev.hotlane.proof.simulation.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/*
 * Locks
 *
 * The first write of a transaction takes one lock over everything and holds it to the end. Real MySQL locks rows, but
 * every writer of a checkpoint begins with the same row. A second writer gets error 1205 at once: virtual time passes
 * between two attempts anyway.
 */

/** The server: the committed tables, the holder of the lock, and transactions whose client is gone. */
public final class SimMySql {
    private final Faults faults;
    private final Commits commits;
    private final List<Orphan> orphans = new ArrayList<>();
    private SqlTables committed = SqlTables.empty();
    private SimConnection writer;
    private int generation;
    private boolean down;

    /** Chooses the fault of each statement. */
    @FunctionalInterface
    public interface Faults {
        /** For a statement of this client: {@code commit} for a COMMIT, {@code write} for one that takes the lock. */
        SqlFault next(int client, boolean commit, boolean write);
    }

    /** Called at every commit of a transaction that wrote. */
    @FunctionalInterface
    public interface Commits {
        /** {@code after} are the tables after this client's transaction, {@code before} those before it. */
        void committed(int client, SqlTables before, SqlTables after);
    }

    private record Orphan(SimConnection connection, boolean commits) {}

    public SimMySql(Faults faults, Commits commits) {
        this.faults = faults;
        this.commits = commits;
    }

    /** Opens a connection of that client. */
    public Connection connect(int client) throws SQLException {
        SqlFault fault = down ? SqlFault.CONNECTION_LOST : faults.next(client, false, false);
        if (fault == SqlFault.CLIENT_DIES || fault == SqlFault.CLIENT_DIES_UNNOTICED) {
            throw new ClientDied();
        } else if (fault == SqlFault.CONNECTION_LOST || fault == SqlFault.HALF_OPEN) {
            throw SqlFault.CONNECTION_LOST.exception();
        }
        return new SimConnection(this, client, generation).proxy();
    }

    /** Stops the server: open transactions are lost, and no client can connect. */
    public void stop() {
        down = true;
        generation++;
        orphans.clear();
        writer = null;
    }

    /** Starts the server. */
    public void start() {
        down = false;
    }

    /** Puts back the tables of an earlier commit, as a restored backup does. */
    public void restore(SqlTables backup) {
        stop();
        start();
        committed = backup;
    }

    /** Ends transactions whose client is gone, as the server does when it notices: rolled back, or committed late. */
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

    /** Whether a transaction without a client is still open. */
    public boolean hasOrphans() {
        return !orphans.isEmpty();
    }

    /** Rolls back the open transaction of a client that ended, unless the server has not noticed the end. */
    public void hangUp(int client) {
        if (writer != null
                && writer.client() == client
                && orphans.stream().noneMatch(orphan -> orphan.connection() == writer)) {
            release(writer);
        }
    }

    /** The committed tables. */
    public SqlTables committed() {
        return committed;
    }

    boolean serves(int connectedIn) {
        return !down && connectedIn == generation;
    }

    SqlFault fault(SimConnection connection, boolean commit, boolean write) {
        return faults.next(connection.client(), commit, write);
    }

    /** True if this connection has the lock now. */
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
