package dev.hotlane.gateway.listing;

import com.mysql.cj.jdbc.Driver;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.gateway.settings.MySqlSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists counters by prefix from the checkpoint in MySQL, and counts limits. Connects on the first page, and again after a failed
 * connection. A page that MySQL does not return in time is rejected; nothing else is affected. Any thread may call
 * {@link #page} and the like, which never wait.
 */
public final class CounterListing implements AutoCloseable {
    /** Longest time for a page, in ms; a page reads at most 1,001 rows by primary key. */
    static final int ANSWER_MAX_MS = 2_000;

    private static final Logger log = LoggerFactory.getLogger(CounterListing.class);

    /**
     * Pages read at the same time, each on its own thread and connection; few, so that the flusher keeps MySQL's
     * capacity.
     */
    private static final int READERS = 2;

    /** Pages that may wait for a reader; one more is rejected at once. */
    private static final int WAITING_MAX = 64;

    private final MySqlSettings settings;
    private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
    private final ThreadPoolExecutor readers;
    private final AtomicBoolean failing = new AtomicBoolean();

    /** What is read for a page; null: there is no checkpoint yet. */
    @FunctionalInterface
    private interface Query {
        byte[] read(Connection connection) throws SQLException;
    }

    /** {@code settings} are null if the gateway has no database: then every page is rejected. */
    public CounterListing(MySqlSettings settings) {
        this.settings = settings;
        AtomicInteger count = new AtomicInteger();
        readers = new ThreadPoolExecutor(
                READERS, READERS, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(WAITING_MAX), work -> {
                    Thread thread = new Thread(work, "listing-" + count.getAndIncrement());
                    thread.setDaemon(true);
                    return thread;
                });
        readers.allowCoreThreadTimeOut(true);
    }

    /**
     * Returns a page as a JSON document; completes on any thread within {@code ANSWER_MAX_MS}. Fails with a {@link
     * RequestRefused} only.
     */
    public CompletableFuture<byte[]> page(PageRequest request) {
        return ask(connection -> CounterPage.read(connection, request));
    }

    /** The same without limits. */
    public CompletableFuture<byte[]> stock(PageRequest request) {
        return ask(connection -> CounterPage.stock(connection, request));
    }

    /** Counts the limits whose key has either prefix, by the part of the key up to its last colon. */
    public CompletableFuture<byte[]> limits(byte[] one, byte[] other) {
        return ask(connection -> LimitGroups.read(connection, one, other));
    }

    private CompletableFuture<byte[]> ask(Query query) {
        if (settings == null) {
            return CompletableFuture.failedFuture(unavailable("and this gateway was started without a database"));
        }
        CompletableFuture<byte[]> page = new CompletableFuture<>();
        try {
            readers.execute(() -> read(query, page));
        } catch (RejectedExecutionException e) {
            String detail = WAITING_MAX + " lists of counters are waiting for MySQL already. Ask again.";
            return CompletableFuture.failedFuture(new RequestRefused(Code.OVERLOADED, detail));
        }
        // A future of its own, so that the rejection is not wrapped in another exception.
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        page.orTimeout(ANSWER_MAX_MS, TimeUnit.MILLISECONDS).whenComplete((document, cause) -> {
            if (cause == null) {
                answer.complete(document);
            } else {
                answer.completeExceptionally(refusal(cause));
            }
        });
        return answer;
    }

    private RequestRefused refusal(Throwable cause) {
        if (cause instanceof RequestRefused refusal) {
            return refusal;
        }
        if (failing.compareAndSet(false, true)) {
            log.warn("counters can't be listed from {} until further notice: {}", settings, cause.toString());
            log.debug("as follows", cause);
        }
        return unavailable("which does not give them now");
    }

    private static RequestRefused unavailable(String why) {
        return new RequestRefused(
                Code.UNAVAILABLE,
                "Counters are listed from MySQL, " + why + ". Reads of named counters do not need it:"
                        + " GET /v1/counters/{key}, POST /v1/counters/query.");
    }

    private void read(Query query, CompletableFuture<byte[]> page) {
        if (page.isDone()) {
            // The page has timed out, so MySQL is not queried.
            return;
        }
        try {
            complete(page, fromAny(query));
        } catch (SQLException | RuntimeException e) {
            page.completeExceptionally(e);
        }
    }

    private void complete(CompletableFuture<byte[]> page, byte[] document) {
        if (document == null) {
            page.completeExceptionally(unavailable("which holds no checkpoint yet"));
        } else if (page.complete(document) && failing.compareAndSet(true, false)) {
            log.info("counters are listed again from {}", settings);
        }
    }

    /** Tries a used connection first; the server may have closed it since, then a new one. */
    private byte[] fromAny(Query query) throws SQLException {
        Connection used = idle.poll();
        if (used != null) {
            try {
                return from(used, query);
            } catch (SQLException e) {
                log.debug("a connection is given up", e);
            }
        }
        return from(open(), query);
    }

    private byte[] from(Connection connection, Query query) throws SQLException {
        boolean sound = false;
        try {
            byte[] document = query.read(connection);
            sound = true;
            return document;
        } finally {
            if (sound && !readers.isShutdown()) {
                idle.push(connection);
            } else {
                close(connection);
            }
        }
    }

    private Connection open() throws SQLException {
        Properties properties = new Properties();
        if (!settings.user().isEmpty()) {
            properties.setProperty("user", settings.user());
            properties.setProperty("password", settings.password());
        }
        properties.setProperty("connectTimeout", Integer.toString(ANSWER_MAX_MS));
        properties.setProperty("socketTimeout", Integer.toString(ANSWER_MAX_MS));
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("characterEncoding", "UTF-8");
        Connection connection = new Driver().connect(settings.jdbcUrl(), properties);
        connection.setReadOnly(true);
        return connection;
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            log.debug("closing a connection failed", e);
        }
    }

    /** Rejects waiting pages and closes the connections. */
    @Override
    public void close() {
        readers.shutdownNow();
        for (Connection connection = idle.poll(); connection != null; connection = idle.poll()) {
            close(connection);
        }
    }
}
