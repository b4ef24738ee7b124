package dev.hotlane.jmh.peers.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.hotlane.jmh.peers.front.Peer;
import dev.hotlane.jmh.peers.front.PeerAnswer;
import dev.hotlane.jmh.peers.front.PeerCommand;
import dev.hotlane.jmh.peers.front.PeerPlace;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A {@link Sale} on a pool: every command is a transaction of its own, tried again while others win the race, until its
 * time is over. What waits too long before its turn is never begun.
 */
public final class SqlPeer implements Peer {
    /** Some multiple of the callers that a front serves; one more command is answered as busy. */
    private static final int WAITING_MAX = 10_000;

    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int DEADLOCK = 1213;
    private static final int DUPLICATE = 1062;

    private final Sale sale;
    private final PeerPlace place;
    private final HikariDataSource pool;
    private final ThreadPoolExecutor threads;

    private SqlPeer(PeerPlace place, Sale sale) {
        this.sale = sale;
        this.place = place;
        this.pool = pool(place, sale);
        this.threads = new ThreadPoolExecutor(
                sale.threads(),
                sale.threads(),
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING_MAX),
                task -> new Thread(task, "sql"));
        threads.prestartAllCoreThreads();
    }

    /** Makes the tables and fills the pool. */
    public static SqlPeer open(PeerPlace place, Sale sale) throws SQLException {
        SqlPeer peer = new SqlPeer(place, sale);
        try (Connection connection = peer.pool.getConnection();
                Statement sql = connection.createStatement()) {
            sale.create(sql);
            peer.commit(connection);
        }
        return peer;
    }

    private static HikariDataSource pool(PeerPlace place, Sale sale) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(place.jdbcUrl());
        config.setUsername(place.user());
        config.setPassword(place.password());
        config.setMaximumPoolSize(sale.threads());
        config.setAutoCommit(sale.isOneStatement());
        config.setTransactionIsolation(Integer.toString(sale.isolation()));
        // As HikariCP's own page advises for MySQL: each statement is prepared once a connection, nothing is asked
        // twice.
        config.addDataSourceProperty("useServerPrepStmts", "true");
        config.addDataSourceProperty("cachePrepStmts", "true");
        config.addDataSourceProperty("prepStmtCacheSize", "250");
        config.addDataSourceProperty("prepStmtCacheSqlLimit", "2048");
        config.addDataSourceProperty("useLocalSessionState", "true");
        config.addDataSourceProperty("elideSetAutoCommits", "true");
        config.addDataSourceProperty("cacheResultSetMetadata", "true");
        config.addDataSourceProperty("cacheServerConfiguration", "true");
        config.addDataSourceProperty("maintainTimeStats", "false");
        return new HikariDataSource(config);
    }

    @Override
    public Future<PeerAnswer> handle(PeerCommand command) {
        Context loop = Vertx.currentContext();
        Promise<PeerAnswer> promise = Promise.promise();
        long deadline = place.deadline();
        try {
            threads.execute(() -> {
                try {
                    PeerAnswer answer = sell(command, deadline);
                    loop.runOnContext(now -> promise.complete(answer));
                } catch (SQLException | RuntimeException e) {
                    loop.runOnContext(now -> promise.fail(e));
                }
            });
        } catch (RejectedExecutionException e) {
            return Future.succeededFuture(PeerAnswer.BUSY);
        }
        return promise.future();
    }

    private PeerAnswer sell(PeerCommand command, long deadline) throws SQLException {
        while (System.nanoTime() - deadline < 0) {
            try (Connection connection = pool.getConnection()) {
                PeerAnswer answer = attempt(connection, command);
                if (answer.verdict() != PeerAnswer.Verdict.BUSY) {
                    return answer;
                }
            }
        }
        return PeerAnswer.BUSY;
    }

    private PeerAnswer attempt(Connection connection, PeerCommand command) throws SQLException {
        try {
            PeerAnswer answer = sale.sell(connection, command);
            if (answer.verdict() == PeerAnswer.Verdict.SOLD) {
                commit(connection);
            } else {
                rollback(connection);
            }
            return answer;
        } catch (SQLException e) {
            // A commit that fails has another number: its outcome is unknown.
            if (e.getErrorCode() == DEADLOCK
                    || e.getErrorCode() == LOCK_WAIT_TIMEOUT
                    || e.getErrorCode() == DUPLICATE) {
                rollback(connection);
                return PeerAnswer.BUSY;
            }
            throw e;
        }
    }

    private void commit(Connection connection) throws SQLException {
        if (!sale.isOneStatement()) {
            connection.commit();
        }
    }

    private void rollback(Connection connection) throws SQLException {
        if (!sale.isOneStatement()) {
            connection.rollback();
        }
    }

    @Override
    public void put(String key, long units) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            sale.put(connection, key, units);
            commit(connection);
        }
    }

    @Override
    public long left(String key) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            long left = sale.left(connection, key);
            rollback(connection);
            return left;
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        pool.close();
    }
}
