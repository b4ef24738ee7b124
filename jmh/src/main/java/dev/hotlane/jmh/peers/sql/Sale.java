package dev.hotlane.jmh.peers.sql;

import dev.hotlane.jmh.peers.front.PeerAnswer;
import dev.hotlane.jmh.peers.front.PeerCommand;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** How one command is done by SQL on one connection. Any of the peer's threads. */
public interface Sale {
    /** Connections, and threads that each use one, that suit it best. */
    int threads();

    /** Of every transaction, a constant of java.sql.Connection. */
    default int isolation() {
        return Connection.TRANSACTION_READ_COMMITTED;
    }

    /** Whether it is one statement, which commits by itself. */
    default boolean isOneStatement() {
        return false;
    }

    /** Makes the tables in an empty database. */
    void create(Statement sql) throws SQLException;

    /** Sells, and leaves the commit to the caller; busy if another was faster, so that all of it is to be tried again. */
    PeerAnswer sell(Connection connection, PeerCommand command) throws SQLException;

    /** Puts up that number of units; the caller commits. */
    void put(Connection connection, String key, long units) throws SQLException;

    /** Units left. */
    long left(Connection connection, String key) throws SQLException;
}
