package dev.hotlane.proof.simulation.mysql;

import dev.hotlane.proof.simulation.mysql.SqlText.Assignment;
import dev.hotlane.proof.simulation.mysql.SqlText.Condition;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Runs one statement with its parameters on tables. */
record Execution(Object[] parameters) {
    List<Object[]> query(SqlText sql, SqlTables tables) {
        return sql instanceof SqlText.Greatest greatest
                ? greatest(greatest, tables)
                : select((SqlText.Select) sql, tables);
    }

    private List<Object[]> greatest(SqlText.Greatest greatest, SqlTables tables) {
        SqlTable table = tables.get(greatest.table());
        int column = table.column(greatest.column());
        Object found = null;
        for (SqlRow row : matching(table, greatest.where(), Long.MAX_VALUE)) {
            Object value = row.values()[column];
            found = found == null || SqlRow.compare(value, found) > 0 ? value : found;
        }
        return Collections.singletonList(new Object[] {found});
    }

    /** Rows with the selected columns. */
    private List<Object[]> select(SqlText.Select select, SqlTables tables) {
        SqlTable table = tables.get(select.table());
        int[] columns = select.columns().stream().mapToInt(table::column).toArray();
        List<Object[]> found = new ArrayList<>();
        for (SqlRow row : matching(table, select.where(), Long.MAX_VALUE)) {
            Object[] picked = new Object[columns.length];
            for (int i = 0; i < columns.length; i++) {
                picked[i] = row.values()[columns[i]];
            }
            found.add(picked);
        }
        return found;
    }

    /** Returns the driver's count: rows found, changed or not. */
    int write(SqlText statement, SqlTables tables) throws SQLException {
        if (statement instanceof SqlText.Update update) {
            return update(update, tables);
        } else if (statement instanceof SqlText.Insert insert) {
            return insert(insert, tables.own(insert.table()));
        } else if (statement instanceof SqlText.Delete delete) {
            List<SqlRow> gone = matching(tables.get(delete.table()), delete.where(), delete.limit());
            if (!gone.isEmpty()) {
                gone.forEach(tables.own(delete.table())::remove);
            }
            return gone.size();
        }
        throw new IllegalArgumentException("writes nothing: " + statement);
    }

    private int update(SqlText.Update update, SqlTables tables) {
        List<SqlRow> found = matching(tables.get(update.table()), update.where(), Long.MAX_VALUE);
        if (!found.isEmpty()) {
            SqlTable table = tables.own(update.table());
            found.forEach(row -> table.replace(row, changed(table, row, update.set(), null)));
        }
        return found.size();
    }

    private int insert(SqlText.Insert insert, SqlTable table) throws SQLException {
        for (List<Object> values : insert.rows()) {
            Object[] row = new Object[table.columns().size()];
            for (int i = 0; i < values.size(); i++) {
                row[table.column(insert.columns().get(i))] = value(values.get(i));
            }
            table.number(row);
            SqlRow fresh = new SqlRow(row);
            SqlRow taken = table.find(fresh);
            if (taken == null) {
                table.put(fresh);
            } else if (insert.onDuplicate() != null) {
                table.replace(taken, changed(table, taken, insert.onDuplicate(), fresh));
            } else {
                throw new SQLException("Duplicate entry for key '" + table.name() + ".PRIMARY'", "23000", 1062);
            }
        }
        return insert.rows().size();
    }

    private SqlRow changed(SqlTable table, SqlRow row, List<Assignment> set, SqlRow fresh) {
        Object[] values = row.values().clone();
        for (Assignment assignment : set) {
            int column = table.column(assignment.column());
            values[column] = assignment.fromNew() ? fresh.values()[column] : value(assignment.value());
        }
        return new SqlRow(values);
    }

    private List<SqlRow> matching(SqlTable table, List<Condition> where, long limit) {
        List<SqlRow> found = new ArrayList<>();
        for (SqlRow row : table.rows()) {
            if (found.size() < limit && where.stream().allMatch(condition -> holds(table, row, condition))) {
                found.add(row);
            }
        }
        return found;
    }

    private boolean holds(SqlTable table, SqlRow row, Condition condition) {
        Object found = row.values()[table.column(condition.column())];
        if (condition.operator().equals("IN")) {
            return condition.values().stream().anyMatch(value -> SqlRow.compare(found, value(value)) == 0);
        }
        if (condition.operator().equals("IS NOT NULL")) {
            return found != null;
        }
        int order = SqlRow.compare(found, value(condition.values().get(0)));
        return switch (condition.operator()) {
            case "=" -> order == 0;
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case ">" -> order > 0;
            case ">=" -> order >= 0;
            default -> throw new IllegalArgumentException("the simulated MySQL does not know " + condition);
        };
    }

    private Object value(Object literal) {
        return literal instanceof SqlText.Parameter parameter ? parameters[parameter.number()] : literal;
    }
}
