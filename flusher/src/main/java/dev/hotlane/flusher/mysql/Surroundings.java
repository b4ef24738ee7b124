package dev.hotlane.flusher.mysql;

import com.mysql.cj.jdbc.Driver;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/**
 * Dependencies of the flusher on its environment, which a simulation replaces.
 *
 * @param connector opens connections
 * @param nanos a monotonic clock
 * @param chance a random number from 0 to below its argument
 */
public record Surroundings(Connector connector, LongSupplier nanos, LongUnaryOperator chance) {
    /** MySQL's own driver, this machine's clock, real randomness. */
    public static final Surroundings REAL = new Surroundings(
            (url, properties) -> new Driver().connect(url, properties),
            System::nanoTime,
            bound -> ThreadLocalRandom.current().nextLong(bound));

    /** Opens connections. */
    @FunctionalInterface
    public interface Connector {
        /** Returns a new connection, null if the URL is not of this kind of database. */
        Connection connect(String url, Properties properties) throws SQLException;
    }
}
