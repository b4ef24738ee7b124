package dev.hotlane.flusher.mysql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.function.LongSupplier;

/** One MySQL connection, set up and checked. Owned by one thread, except for {@link #abort}. Never reused after an error. */
final class Session implements AutoCloseable {
    /** Bytes of a packet for the text around the payload. */
    private static final int PACKET_SLACK_BYTES = 4096;
    /** One packed entry of the greatest size must fit into a packet, with room to spare. */
    private static final long PACKET_BYTES_MIN = 256 * 1024;

    private final Connection connection;
    private final LongSupplier nanos;
    private final long maxAllowedPacket;
    private long lastUsedNanos;

    private Session(Connection connection, LongSupplier nanos) throws SQLException {
        this.connection = connection;
        this.nanos = nanos;
        lastUsedNanos = nanos.getAsLong();
        maxAllowedPacket = number("SELECT @@session.max_allowed_packet");
    }

    /** For the writer: checks schema and server, and sets short timeouts. */
    static Session forWriting(FlushSettings settings) throws SQLException {
        return forWriting(settings, ServerChecks::schema);
    }

    /** For the writer of a projection: checks the server, and sets short timeouts. */
    static Session forProjection(FlushSettings settings) throws SQLException {
        return forWriting(settings, session -> {});
    }

    private static Session forWriting(FlushSettings settings, Check check) throws SQLException {
        Session session = open(settings);
        try {
            // READ COMMITTED: every decision is made under the meta row's lock; gap locks would only delay others. The
            // two timeouts end the transaction of a process that is frozen in the middle of it.
            session.execute("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
            session.execute("SET SESSION innodb_lock_wait_timeout = "
                    + settings.timeouts().lockWait().toSeconds()
                    + ", wait_timeout = " + settings.timeouts().silence().toSeconds()
                    + ", net_read_timeout = " + settings.timeouts().silence().toSeconds());
            ServerChecks.forWriting(session);
            check.of(session);
            session.commit();
            return session;
        } catch (SQLException | RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /** For loading and reading: checks the schema; nothing may be written. */
    static Session forReading(FlushSettings settings) throws SQLException {
        Session session = open(settings);
        try {
            ServerChecks.schema(session);
            session.commit();
            session.execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            session.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
            return session;
        } catch (SQLException | RuntimeException e) {
            session.close();
            throw e;
        }
    }

    private interface Check {
        void of(Session session) throws SQLException;
    }

    /** Connects without autocommit; checks nothing. */
    static Session open(FlushSettings settings) throws SQLException {
        Surroundings surroundings = settings.surroundings();
        Connection connection =
                surroundings.connector().connect(settings.mysql().url(), properties(settings));
        if (connection == null) {
            throw new SQLException("not a URL of MySQL: " + settings.mysql().urlForPeople(), "08001");
        }
        try {
            connection.setAutoCommit(false);
            return new Session(connection, surroundings.nanos());
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private static Properties properties(FlushSettings settings) {
        Properties p = new Properties();
        p.setProperty("user", settings.mysql().user());
        p.setProperty("password", settings.mysql().password());
        p.setProperty(
                "connectTimeout", Long.toString(settings.timeouts().connect().toMillis()));
        p.setProperty(
                "socketTimeout", Long.toString(settings.timeouts().answer().toMillis()));
        p.setProperty("tcpKeepAlive", "true");
        // Binary results and raw blobs. Counters go as text, see CounterRows.
        p.setProperty("useServerPrepStmts", "true");
        p.setProperty("characterEncoding", "UTF-8");
        // A statement must fail with its connection, not go on with a new one.
        p.setProperty("autoReconnect", "false");
        // The driver would silently make a lax session strict, and hide how the server treats other clients.
        p.setProperty("jdbcCompliantTruncation", "false");
        // The compare-and-set counts the rows that it matched.
        p.setProperty("useAffectedRows", "false");
        p.setProperty("allowLoadLocalInfile", "false");
        p.setProperty("allowMultiQueries", "false");
        p.setProperty("useLocalSessionState", "true");
        return p;
    }

    /** Most bytes of one statement's payload. */
    int payloadBytesMax() {
        return (int) Math.min(Integer.MAX_VALUE, maxAllowedPacket - PACKET_SLACK_BYTES);
    }

    void requirePackets() {
        if (maxAllowedPacket < PACKET_BYTES_MIN) {
            throw new FlusherException(
                    FlusherException.Reason.UNFIT_SERVER,
                    "MySQL's max_allowed_packet is " + maxAllowedPacket + " bytes, expected at least "
                            + PACKET_BYTES_MIN + ". Raise it (the default is 67108864) and start again.");
        }
    }

    PreparedStatement prepare(String sql) throws SQLException {
        return connection.prepareStatement(sql, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
    }

    /** A statement whose rows come one by one from the socket instead of all at once into the heap. */
    PreparedStatement prepareStreaming(String sql) throws SQLException {
        PreparedStatement statement = prepare(sql);
        statement.setFetchSize(Integer.MIN_VALUE);
        return statement;
    }

    Statement statement() throws SQLException {
        Statement statement = connection.createStatement();
        statement.setEscapeProcessing(false);
        return statement;
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = statement()) {
            statement.execute(sql);
        }
    }

    long number(String sql) throws SQLException {
        return Long.parseLong(text(sql));
    }

    /** First column of the first row, null for no row. */
    String text(String sql) throws SQLException {
        try (Statement statement = statement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getString(1) : null;
        }
    }

    long maxAllowedPacket() {
        return maxAllowedPacket;
    }

    void commit() throws SQLException {
        connection.commit();
        lastUsedNanos = nanos.getAsLong();
    }

    /** True when the connection was idle for more than half of wait_timeout: the server may have closed it. */
    boolean stale(FlushSettings settings) {
        return nanos.getAsLong() - lastUsedNanos > settings.timeouts().silence().toNanos() / 2;
    }

    /** Rolls back and closes; ignores errors. */
    @Override
    public void close() {
        try {
            connection.rollback();
        } catch (SQLException e) {
            // The server rolls back by itself when the connection ends.
        }
        try {
            connection.close();
        } catch (SQLException e) {
            // Nothing is left to do.
        }
    }

    /** Breaks the connection while a thread waits for an answer. Any thread. */
    void abort() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            // Already broken.
        }
    }
}
