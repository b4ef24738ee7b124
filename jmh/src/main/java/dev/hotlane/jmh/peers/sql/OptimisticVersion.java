package dev.hotlane.jmh.peers.sql;

import dev.hotlane.jmh.peers.front.PeerAnswer;
import dev.hotlane.jmh.peers.front.PeerCommand;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Statement;

/**
 * Reads without a lock, inserts the child, and lets the parent's version decide: whoever finds another one begins again.
 * The child goes first, so that the parent's lock is held for one round trip only.
 */
public final class OptimisticVersion implements Sale {
    // By trial of 2 to 16: more are in each other's way, as all but one of those who read the same version lose.
    private static final int THREADS = 4;

    @Override
    public int threads() {
        return THREADS;
    }

    @Override
    public void create(Statement sql) throws SQLException {
        Stock.create(sql);
        Stock.createOrders(sql);
    }

    @Override
    public PeerAnswer sell(Connection connection, PeerCommand command) throws SQLException {
        long[] parent = Rows.longs(connection, 2, "SELECT units, version FROM stock WHERE sku = ?", command.key());
        long left = parent[0] - command.units();
        if (left < 0) {
            long before = Stock.sold(connection, command.id());
            return before == Rows.NONE ? PeerAnswer.SOLD_OUT : PeerAnswer.sold(before);
        }
        try {
            Stock.order(connection, command.id(), command.key(), command.units(), left);
        } catch (SQLIntegrityConstraintViolationException e) {
            return PeerAnswer.sold(Stock.sold(connection, command.id()));
        }
        int rows = Rows.update(
                connection,
                "UPDATE stock SET units = ?, version = version + 1 WHERE sku = ? AND version = ?",
                left,
                command.key(),
                parent[1]);
        return rows == 1 ? PeerAnswer.sold(left) : PeerAnswer.BUSY;
    }

    @Override
    public void put(Connection connection, String key, long units) throws SQLException {
        Stock.put(connection, key, units);
    }

    @Override
    public long left(Connection connection, String key) throws SQLException {
        return Stock.leftByOrders(connection, key);
    }
}
