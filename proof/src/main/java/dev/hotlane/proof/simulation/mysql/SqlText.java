package dev.hotlane.proof.simulation.mysql;

import java.util.List;

/** A statement, taken apart. A value is a Long, a String, a byte[], or a {@link Parameter}. */
sealed interface SqlText {
    /** The nth question mark, from 0. */
    record Parameter(int number) {}

    /** A column, a value for it; or, if {@code fromNew}, the value that the refused row has there. */
    record Assignment(String column, Object value, boolean fromNew) {}

    /** A column and what it must be: "=", "<", ">", "<=", ">=" one value, or "IN" several. */
    record Condition(String column, String operator, List<Object> values) {}

    /** Columns of a table, always in the order of its primary key, which is all that the flusher asks for. */
    record Select(String table, List<String> columns, List<Condition> where) implements SqlText {}

    /** The greatest value of a column, null where there is no row. */
    record Greatest(String table, String column, List<Condition> where) implements SqlText {}

    /** Rows, and what to do where the key is taken; {@code onDuplicate} is null for an error. */
    record Insert(String table, List<String> columns, List<List<Object>> rows, List<Assignment> onDuplicate)
            implements SqlText {}

    record Update(String table, List<Assignment> set, List<Condition> where) implements SqlText {}

    /** At most that number of rows, the first ones by primary key. */
    record Delete(String table, List<Condition> where, long limit) implements SqlText {}

    /** What is about the session or the server; answered by its text. */
    record Other(String text) implements SqlText {}
}
