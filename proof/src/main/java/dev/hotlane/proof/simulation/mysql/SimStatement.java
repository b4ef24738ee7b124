package dev.hotlane.proof.simulation.mysql;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** A statement of a session, with parameters or without. */
final class SimStatement implements InvocationHandler {
    /** More than the meta row's columns. */
    private static final int PARAMETERS_MAX = 64;

    private final SimConnection connection;
    private final SqlText prepared;
    private final Object[] parameters = new Object[PARAMETERS_MAX];

    /** @param prepared null if each call passes its own text */
    SimStatement(SimConnection connection, SqlText prepared) {
        this.connection = connection;
        this.prepared = prepared;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] args) throws SQLException {
        switch (method.getName()) {
            case "setLong", "setString", "setBytes" -> parameters[(Integer) args[0] - 1] = args[1];
            case "setInt" -> parameters[(Integer) args[0] - 1] = ((Integer) args[1]).longValue();
            case "executeQuery" -> {
                SqlText sql = prepared == null ? SqlParser.parse((String) args[0]) : prepared;
                return rows(connection.query(sql, parameters));
            }
            case "executeUpdate" -> {
                return prepared == null
                        ? connection.execute((String) args[0])
                        : connection.update(prepared, parameters);
            }
            case "execute" -> {
                connection.execute((String) args[0]);
                return false;
            }
            case "setEscapeProcessing", "setFetchSize", "close" -> {
                return null;
            }
            default -> throw new UnsupportedOperationException("Statement." + method.getName());
        }
        return null;
    }

    private static Object rows(List<Object[]> found) {
        return Proxy.newProxyInstance(
                SimStatement.class.getClassLoader(), new Class<?>[] {ResultSet.class}, new Rows(found));
    }

    /** A result set. */
    private static final class Rows implements InvocationHandler {
        private final List<Object[]> rows;
        private int at = -1;
        private Object last;

        Rows(List<Object[]> rows) {
            this.rows = rows;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] args) {
            return switch (method.getName()) {
                case "next" -> ++at < rows.size();
                case "getLong" -> column(args) == null ? Long.valueOf(0) : column(args);
                case "getBytes" -> column(args);
                case "wasNull" -> last == null;
                case "getInt" -> ((Long) column(args)).intValue();
                case "getString" -> String.valueOf(column(args));
                case "close" -> null;
                default -> throw new UnsupportedOperationException("ResultSet." + method.getName());
            };
        }

        private Object column(Object[] args) {
            last = rows.get(at)[(Integer) args[0] - 1];
            return last;
        }
    }
}
