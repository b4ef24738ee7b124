package dev.hotlane.infra.past;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.Surroundings;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;

/** Connections on which a process dies, or an answer is lost, at a chosen point of a transaction that moves a position. */
final class KillPoints {
    private Point point;
    private boolean dies;
    private int transactions;
    private boolean inside;
    private int hits;

    /** Where it happens. */
    enum Point {
        BEFORE_MOVE,
        BEFORE_ROWS,
        BEFORE_COMMIT,
        AFTER_COMMIT
    }

    /** The process is gone. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** The settings, with such connections. */
    FlushSettings on(FlushSettings settings) {
        Surroundings real = Surroundings.REAL;
        return settings.withSurroundings(new Surroundings(
                (url, properties) -> watched(real.connector().connect(url, properties)), real.nanos(), real.chance()));
    }

    /**
     * From now on it happens once, at that point of a transaction.
     *
     * @param process whether the process dies; else the connection breaks
     * @param after number of whole transactions before it
     */
    void arm(Point where, boolean process, int after) {
        point = where;
        dies = process;
        transactions = after;
    }

    /** How often it happened. */
    int hits() {
        return hits;
    }

    private Connection watched(Connection real) {
        return (Connection) Proxy.newProxyInstance(
                KillPoints.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> {
                    String name = method.getName();
                    if (name.equals("prepareStatement") && ((String) args[0]).startsWith("UPDATE")) {
                        hit(Point.BEFORE_MOVE, real);
                        inside = true;
                    } else if (inside && name.equals("createStatement")) {
                        hit(Point.BEFORE_ROWS, real);
                    } else if (inside && name.equals("commit")) {
                        hit(Point.BEFORE_COMMIT, real);
                    }
                    Object answer = passed(real, method, args);
                    if (inside && name.equals("commit")) {
                        inside = false;
                        hit(Point.AFTER_COMMIT, real);
                        transactions--;
                    }
                    return answer;
                });
    }

    private static Object passed(Connection real, Method method, Object[] args) throws Throwable {
        try {
            return method.invoke(real, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private void hit(Point here, Connection real) throws SQLException {
        if (here != point || transactions > 0) {
            return;
        }
        point = null;
        inside = false;
        hits++;
        real.close();
        if (dies) {
            throw new Killed();
        }
        throw new SQLException("the connection broke", "08S01");
    }
}
