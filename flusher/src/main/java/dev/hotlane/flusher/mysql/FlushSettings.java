package dev.hotlane.flusher.mysql;

import dev.hotlane.flusher.batch.BatchLimits;
import java.time.Duration;
import java.util.Objects;

/**
 * Settings of the connection to MySQL and of flushes. Immutable; checked when constructed.
 *
 * @param mysql the database
 * @param limits when a flush is due
 * @param backoff wait between two attempts
 * @param timeouts of the connection and its session
 * @param surroundings connections, time and chance
 * @param migrates whether a start makes or alters tables; else it rejects tables that are missing or old
 */
public record FlushSettings(
        MySql mysql,
        BatchLimits limits,
        Backoff backoff,
        Timeouts timeouts,
        Surroundings surroundings,
        boolean migrates) {

    public FlushSettings {
        Objects.requireNonNull(mysql, "mysql");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(backoff, "backoff");
        Objects.requireNonNull(timeouts, "timeouts");
        Objects.requireNonNull(surroundings, "surroundings");
    }

    /**
     * A database and who logs in to it.
     *
     * @param url "jdbc:mysql://host:port/database", with any driver options except those the flusher sets itself
     * @param user MySQL user
     * @param password its password, never printed
     */
    public record MySql(String url, String user, String password) {
        public MySql {
            Objects.requireNonNull(url, "url");
            Objects.requireNonNull(user, "user");
            Objects.requireNonNull(password, "password");
            require(url.startsWith("jdbc:mysql:"), "jdbcUrl must start with jdbc:mysql:, found " + withoutOptions(url));
        }

        /** The same server, options and account with another database. */
        public MySql withDatabase(String name) {
            String address = withoutOptions(url);
            int end = address.lastIndexOf('/');
            require(end > address.indexOf("//") + 1, "jdbcUrl must name a database, found " + address);
            return new MySql(address.substring(0, end + 1) + name + url.substring(address.length()), user, password);
        }

        /** The URL without its options, which may contain secrets. */
        public String urlForPeople() {
            return withoutOptions(url);
        }

        private static String withoutOptions(String url) {
            int options = url.indexOf('?');
            return options < 0 ? url : url.substring(0, options);
        }

        @Override
        public String toString() {
            return "MySql[url=" + urlForPeople() + ", user=" + user + ", password=***]";
        }
    }

    /**
     * The wait between two attempts; its limit doubles with each failure in a row.
     *
     * @param min limit of the wait after the first failure
     * @param max longest wait
     */
    public record Backoff(Duration min, Duration max) {
        /** From 50 ms to 5 s. */
        public static final Backoff DEFAULT = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5));

        public Backoff {
            require(min.toMillis() > 0, "backoffMin must be at least 1 ms: " + min);
            require(max.compareTo(min) >= 0, "backoffMax must be at least backoffMin: " + max + " < " + min);
        }
    }

    /**
     * Limits of waits for MySQL. MySQL takes its two in whole seconds.
     *
     * @param connect limit for connecting
     * @param answer limit for one answer of MySQL
     * @param lockWait innodb_lock_wait_timeout of the session
     * @param silence wait_timeout of the session: longest time that a frozen process holds the meta row's lock
     */
    public record Timeouts(Duration connect, Duration answer, Duration lockWait, Duration silence) {
        /** Connect 5 s, answer 30 s, lock wait 2 s, silence 5 s. */
        public static final Timeouts DEFAULT = new Timeouts(
                Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofSeconds(2), Duration.ofSeconds(5));

        public Timeouts {
            requireMillis(connect, "connect timeout");
            requireMillis(answer, "answer timeout");
            requireSeconds(lockWait, "lockWait");
            requireSeconds(silence, "silence");
            require(
                    lockWait.compareTo(answer) < 0,
                    "lockWait must end before the answer timeout, else MySQL's answer is never read: " + lockWait + ", "
                            + answer);
        }

        /** A copy with that limit for one answer. */
        public Timeouts withAnswer(Duration other) {
            return new Timeouts(connect, other, lockWait, silence);
        }

        /** A copy with that wait_timeout. */
        public Timeouts withSilence(Duration other) {
            return new Timeouts(connect, answer, lockWait, other);
        }

        private static void requireMillis(Duration timeout, String name) {
            boolean fits = timeout.toMillis() > 0 && timeout.toMillis() <= Integer.MAX_VALUE;
            require(fits, name + " must be 1.." + Integer.MAX_VALUE + " ms: " + timeout);
        }

        private static void requireSeconds(Duration timeout, String name) {
            boolean fits = timeout.toSeconds() > 0 && timeout.equals(Duration.ofSeconds(timeout.toSeconds()));
            require(fits, name + " must be whole seconds, at least 1: " + timeout);
        }
    }

    /** Default settings of one database. */
    public static FlushSettings of(String jdbcUrl, String user, String password) {
        return new FlushSettings(
                new MySql(jdbcUrl, user, password),
                BatchLimits.DEFAULT,
                Backoff.DEFAULT,
                Timeouts.DEFAULT,
                Surroundings.REAL,
                true);
    }

    /** A copy for that database. */
    public FlushSettings withMySql(MySql other) {
        return new FlushSettings(other, limits, backoff, timeouts, surroundings, migrates);
    }

    /** A copy with those limits of a batch. */
    public FlushSettings withLimits(BatchLimits other) {
        return new FlushSettings(mysql, other, backoff, timeouts, surroundings, migrates);
    }

    /** A copy with that wait between two attempts. */
    public FlushSettings withBackoff(Backoff other) {
        return new FlushSettings(mysql, limits, other, timeouts, surroundings, migrates);
    }

    /** A copy with those timeouts. */
    public FlushSettings withTimeouts(Timeouts other) {
        return new FlushSettings(mysql, limits, backoff, other, surroundings, migrates);
    }

    /** A copy with those surroundings. */
    public FlushSettings withSurroundings(Surroundings other) {
        return new FlushSettings(mysql, limits, backoff, timeouts, other, migrates);
    }

    /** A copy whose starts migrate the schema, or leave that to {@code hotlane schema migrate}. */
    public FlushSettings withMigrates(boolean other) {
        return new FlushSettings(mysql, limits, backoff, timeouts, surroundings, other);
    }

    private static void require(boolean ok, String message) {
        if (!ok) {
            throw new IllegalArgumentException(message);
        }
    }

    @Override
    public String toString() {
        return "FlushSettings[" + mysql + ", " + limits + ", " + backoff + ", " + timeouts + "]";
    }
}
