package dev.hotlane.proof.simulation.mysql;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** One session of a client: its transaction, and the methods of JDBC that the flusher calls. */
final class SimConnection implements InvocationHandler {
    /** Parsed statements with parameters: few, and always the same texts. Simulations on several threads share them. */
    private static final Map<String, SqlText> PREPARED = new ConcurrentHashMap<>();

    private static final Object[] NO_PARAMETERS = {};

    private final SimMySql server;
    private final int client;
    private final int generation;
    private boolean open = true;
    private boolean autocommit = true;
    private SqlTables snapshot;
    private SqlTables written;

    SimConnection(SimMySql server, int client, int generation) {
        this.server = server;
        this.client = client;
        this.generation = generation;
    }

    Connection proxy() {
        return (Connection)
                Proxy.newProxyInstance(SimConnection.class.getClassLoader(), new Class<?>[] {Connection.class}, this);
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws SQLException {
        switch (method.getName()) {
            case "setAutoCommit" -> autocommit = (Boolean) args[0];
            case "createStatement" -> {
                return statement(Statement.class, null);
            }
            case "prepareStatement" -> {
                return statement(PreparedStatement.class, PREPARED.computeIfAbsent((String) args[0], SqlParser::parse));
            }
            case "commit" -> commit();
            case "rollback" -> rollback();
            case "close", "abort" -> close();
            default -> throw new UnsupportedOperationException("Connection." + method.getName());
        }
        return null;
    }

    private Object statement(Class<?> type, SqlText prepared) throws SQLException {
        requireServed();
        return Proxy.newProxyInstance(
                SimConnection.class.getClassLoader(), new Class<?>[] {type}, new SimStatement(this, prepared));
    }

    int client() {
        return client;
    }

    /** The tables after this transaction, null if it wrote nothing. */
    SqlTables written() {
        return written;
    }

    void forgetTransaction() {
        written = null;
        snapshot = null;
    }

    List<Object[]> query(SqlText sql, Object[] parameters) throws SQLException {
        meet(server.fault(this, false, false), false);
        if (sql instanceof SqlText.Other other) {
            return ServerVariables.answer(other.text(), autocommit);
        }
        SqlTables seen = written != null ? written : snapshot != null ? snapshot : server.committed();
        return new Execution(parameters).query(sql, seen);
    }

    int update(SqlText sql, Object[] parameters) throws SQLException {
        if (sql instanceof SqlText.Other other) {
            meet(server.fault(this, false, false), false);
            if (other.text().startsWith("START TRANSACTION WITH CONSISTENT SNAPSHOT")) {
                snapshot = server.committed();
            } else if (other.text().equals("COMMIT")) {
                snapshot = null;
            }
            return 0;
        }
        SqlFault fault = server.fault(this, false, true);
        if (fault != SqlFault.ANSWER_LOST) {
            meet(fault, false);
        }
        if (!server.lock(this)) {
            throw SqlFault.LOCK_TIMEOUT.exception();
        }
        if (written == null) {
            written = server.committed().toWrite();
        }
        int count = new Execution(parameters).write(sql, written);
        if (fault == SqlFault.ANSWER_LOST) {
            meet(SqlFault.CONNECTION_LOST, false);
        }
        return count;
    }

    int execute(String text) throws SQLException {
        return update(SqlParser.parse(text), NO_PARAMETERS);
    }

    private void commit() throws SQLException {
        SqlFault fault = server.fault(this, true, false);
        if (fault == SqlFault.ANSWER_LOST) {
            requireServed();
            server.commit(this);
            open = false;
            throw fault.exception();
        }
        meet(fault, true);
        server.commit(this);
    }

    private void meet(SqlFault fault, boolean commit) throws SQLException {
        requireServed();
        switch (fault) {
            case NONE -> {
                return;
            }
            case LOCK_TIMEOUT, READ_ONLY, TABLE_FULL -> throw fault.exception();
            case DEADLOCK -> {
                server.release(this);
                throw fault.exception();
            }
            case HALF_OPEN, LATE, CLIENT_DIES_UNNOTICED -> server.abandon(this, commit && fault == SqlFault.LATE);
            default -> server.release(this);
        }
        open = false;
        if (fault == SqlFault.CLIENT_DIES || fault == SqlFault.CLIENT_DIES_UNNOTICED) {
            throw new ClientDied();
        }
        throw fault.exception();
    }

    private void rollback() throws SQLException {
        requireServed();
        server.release(this);
    }

    private void close() {
        if (open) {
            open = false;
            server.release(this);
        }
    }

    void requireServed() throws SQLException {
        if (!open || !server.serves(generation)) {
            open = false;
            throw SqlFault.CONNECTION_LOST.exception();
        }
    }
}
