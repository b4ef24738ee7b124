package dev.hotlane.proof.simulation.mysql;

import java.util.List;

/** A parsed statement. A value is a Long, a String, a byte[], or a {@link Parameter}. */
sealed interface SqlText {
    /** The nth question mark, from 0. */
    record Parameter(int number) {}

    /** A column and its new value; if {@code fromNew}, the value of the row that was to be inserted. */
    record Assignment(String column, Object value, boolean fromNew) {}

    /** A column and its condition: "=", "<", ">", "<=", ">=" with one value, "IN" with several, or "IS NOT NULL". */
    record Condition(String column, String operator, List<Object> values) {}

    /** Columns of a table, always in the order of its primary key, as the flusher needs no other. */
    record Select(String table, List<String> columns, List<Condition> where) implements SqlText {}

    /** The greatest value of a column, null without a row. */
    record Greatest(String table, String column, List<Condition> where) implements SqlText {}

    /** Rows to insert, and the assignments if the key exists; {@code onDuplicate} is null for an error. */
    record Insert(String table, List<String> columns, List<List<Object>> rows, List<Assignment> onDuplicate)
            implements SqlText {}

    record Update(String table, List<Assignment> set, List<Condition> where) implements SqlText {}

    /** At most that number of rows, the first ones by primary key. */
    record Delete(String table, List<Condition> where, long limit) implements SqlText {}

    /** A statement about the session or the server; answered by its text. */
    record Other(String text) implements SqlText {}
}
