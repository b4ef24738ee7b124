package dev.hotlane.flusher.mysql;

import dev.hotlane.flusher.batch.BatchLimits;
import java.time.Duration;
import java.util.Objects;

/**
 * Settings of the connection to MySQL and of flushes. Immutable; checked when constructed.
 *
 * @param jdbcUrl "jdbc:mysql://host:port/database", with any driver options except those the flusher sets itself
 * @param user MySQL user
 * @param password its password, never printed
 * @param intervalMillis shortest time between two flushes while few rows are dirty
 * @param keysMax number of dirty keys and holds at which a flush is due at once
 * @param backoffMinMillis wait after the first failure
 * @param backoffMaxMillis longest wait between two attempts
 * @param connectTimeoutMillis limit for connecting
 * @param socketTimeoutMillis limit for one answer of MySQL
 * @param lockWaitTimeoutSeconds innodb_lock_wait_timeout of the session
 * @param waitTimeoutSeconds wait_timeout of the session: longest time that a frozen process holds the meta row's lock
 * @param surroundings connections, time and chance
 */
public record FlushSettings(
        String jdbcUrl,
        String user,
        String password,
        long intervalMillis,
        int keysMax,
        long backoffMinMillis,
        long backoffMaxMillis,
        int connectTimeoutMillis,
        int socketTimeoutMillis,
        int lockWaitTimeoutSeconds,
        int waitTimeoutSeconds,
        Surroundings surroundings) {

    public FlushSettings {
        Objects.requireNonNull(jdbcUrl, "jdbcUrl");
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(password, "password");
        Objects.requireNonNull(surroundings, "surroundings");
        require(
                jdbcUrl.startsWith("jdbc:mysql:"),
                "jdbcUrl must start with jdbc:mysql:, found " + withoutOptions(jdbcUrl));
        require(intervalMillis >= 0, "intervalMillis must not be negative: " + intervalMillis);
        require(keysMax > 0, "keysMax must be positive: " + keysMax);
        require(backoffMinMillis > 0, "backoffMinMillis must be positive: " + backoffMinMillis);
        require(
                backoffMaxMillis >= backoffMinMillis,
                "backoffMaxMillis must be at least backoffMinMillis: " + backoffMaxMillis + " < " + backoffMinMillis);
        require(connectTimeoutMillis > 0, "connectTimeoutMillis must be positive: " + connectTimeoutMillis);
        require(socketTimeoutMillis > 0, "socketTimeoutMillis must be positive: " + socketTimeoutMillis);
        require(lockWaitTimeoutSeconds > 0, "lockWaitTimeoutSeconds must be positive: " + lockWaitTimeoutSeconds);
        require(waitTimeoutSeconds > 0, "waitTimeoutSeconds must be positive: " + waitTimeoutSeconds);
        require(
                lockWaitTimeoutSeconds * 1000L < socketTimeoutMillis,
                "lockWaitTimeoutSeconds must end before socketTimeoutMillis, else MySQL's answer is never heard: "
                        + lockWaitTimeoutSeconds + " s, " + socketTimeoutMillis + " ms");
    }

    /** With the real {@link Surroundings}. */
    public FlushSettings(
            String jdbcUrl,
            String user,
            String password,
            long intervalMillis,
            int keysMax,
            long backoffMinMillis,
            long backoffMaxMillis,
            int connectTimeoutMillis,
            int socketTimeoutMillis,
            int lockWaitTimeoutSeconds,
            int waitTimeoutSeconds) {
        this(
                jdbcUrl,
                user,
                password,
                intervalMillis,
                keysMax,
                backoffMinMillis,
                backoffMaxMillis,
                connectTimeoutMillis,
                socketTimeoutMillis,
                lockWaitTimeoutSeconds,
                waitTimeoutSeconds,
                Surroundings.REAL);
    }

    /** Default settings of one database. */
    public static FlushSettings of(String jdbcUrl, String user, String password) {
        return new FlushSettings(jdbcUrl, user, password, 50, 50_000, 50, 5_000, 5_000, 30_000, 2, 5);
    }

    /** When a flush is due. */
    public BatchLimits limits() {
        return new BatchLimits(Duration.ofMillis(intervalMillis), keysMax);
    }

    /** The URL without its options, which may contain secrets. */
    public String jdbcUrlForPeople() {
        return withoutOptions(jdbcUrl);
    }

    private static String withoutOptions(String url) {
        int options = url.indexOf('?');
        return options < 0 ? url : url.substring(0, options);
    }

    private static void require(boolean ok, String message) {
        if (!ok) {
            throw new IllegalArgumentException(message);
        }
    }

    @Override
    public String toString() {
        return "FlushSettings[jdbcUrl=" + jdbcUrlForPeople() + ", user=" + user + ", password=***, intervalMillis="
                + intervalMillis + ", keysMax=" + keysMax + ", backoffMillis=" + backoffMinMillis + ".."
                + backoffMaxMillis + ", connectTimeoutMillis=" + connectTimeoutMillis + ", socketTimeoutMillis="
                + socketTimeoutMillis + ", lockWaitTimeoutSeconds=" + lockWaitTimeoutSeconds + ", waitTimeoutSeconds="
                + waitTimeoutSeconds + "]";
    }
}
