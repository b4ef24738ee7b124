package dev.hotlane.proof.simulation.mysql;

import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/** Rows by primary key. */
public final class SqlTable {
    private final String name;
    private final List<String> columns;
    private final int[] key;
    private final TreeMap<SqlRow, SqlRow> rows;

    SqlTable(String name, List<String> columns, List<String> key) {
        this.name = name;
        this.columns = columns;
        this.key = key.stream().mapToInt(columns::indexOf).toArray();
        rows = new TreeMap<>(this::compareKeys);
    }

    private SqlTable(SqlTable other) {
        name = other.name;
        columns = other.columns;
        key = other.key;
        rows = new TreeMap<>(other.rows);
    }

    SqlTable copy() {
        return new SqlTable(this);
    }

    private int compareKeys(SqlRow a, SqlRow b) {
        for (int column : key) {
            int order = SqlRow.compare(a.values()[column], b.values()[column]);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    String name() {
        return name;
    }

    List<String> columns() {
        return columns;
    }

    /** Index of a column in a row. */
    public int column(String column) {
        int at = columns.indexOf(column);
        if (at < 0) {
            throw new IllegalArgumentException("table " + name + " has no column " + column);
        }
        return at;
    }

    /** In the order of the primary key. */
    public Collection<SqlRow> rows() {
        return rows.values();
    }

    SqlRow find(SqlRow sameKey) {
        return rows.get(sameKey);
    }

    /** Gives a row without a key the next number, as AUTO_INCREMENT does. */
    void number(Object[] row) {
        if (key.length == 1 && row[key[0]] == null) {
            row[key[0]] = rows.isEmpty() ? 1L : (Long) rows.lastKey().values()[key[0]] + 1;
        }
    }

    void put(SqlRow row) {
        rows.put(row, row);
    }

    void replace(SqlRow before, SqlRow after) {
        rows.remove(before);
        put(after);
    }

    void remove(SqlRow row) {
        rows.remove(row);
    }
}
