package dev.hotlane.jmh.peers.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The table of units that the first three peers share in kind, each in a database of its own. Stateless. */
final class Stock {
    private Stock() {}

    static void create(Statement sql) throws SQLException {
        sql.execute("CREATE TABLE stock (sku VARBINARY(200) PRIMARY KEY, units BIGINT NOT NULL,"
                + " version BIGINT NOT NULL DEFAULT 0)");
    }

    /** What was sold, one row an order; its id makes a repeat harmless. */
    static void createOrders(Statement sql) throws SQLException {
        sql.execute("CREATE TABLE orders (id VARBINARY(64) PRIMARY KEY, sku VARBINARY(200) NOT NULL,"
                + " units BIGINT NOT NULL, units_left BIGINT NOT NULL)");
    }

    /** Units left after the order of that id, {@link Rows#NONE} if there is none. */
    static long sold(Connection connection, String id) throws SQLException {
        return Rows.longs(connection, 1, "SELECT units_left FROM orders WHERE id = ?", id)[0];
    }

    static void order(Connection connection, String id, String sku, long units, long left) throws SQLException {
        Rows.update(
                connection,
                "INSERT INTO orders (id, sku, units, units_left) VALUES (?, ?, ?, ?)",
                id,
                sku,
                units,
                left);
    }

    static void put(Connection connection, String sku, long units) throws SQLException {
        Rows.update(connection, "INSERT INTO stock (sku, units) VALUES (?, ?)", sku, units);
    }

    static long left(Connection connection, String sku) throws SQLException {
        return Rows.longs(connection, 1, "SELECT units FROM stock WHERE sku = ?", sku)[0];
    }

    /** As {@link #left}, after every order is counted against what was put up. */
    static long leftByOrders(Connection connection, String sku) throws SQLException {
        long left = left(connection, sku);
        long[] orders = Rows.longs(
                connection, 2, "SELECT SUM(units), MIN(units_left) FROM orders WHERE sku = ? HAVING COUNT(*) > 0", sku);
        if (orders[0] != Rows.NONE && orders[1] != left) {
            throw new SQLException("the last order of " + sku + " left " + orders[1] + " units, the stock has " + left);
        }
        return left;
    }
}
