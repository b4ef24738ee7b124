package dev.hotlane.flusher.mysql;

import java.sql.SQLException;

/** Which errors of MySQL are transient or an operator can cure, and which are final. */
final class SqlErrors {
    private SqlErrors() {}

    /** Whether the server refuses the account: its login, its certificate, its transport or a right that it lacks. */
    static boolean denied(SQLException e) {
        return switch (e.getErrorCode()) {
            case 1044, 1045, 1142, 1143, 1227, 1370 -> true; // login, database, table, column, privilege, routine
            case 1130, 1396, 1698, 1862, 3118, 3159 -> true; // host, account, plugin, expired, locked, clear text
            default -> {
                // Connector/J's own words, without a code: the server wants TLS, or a key that may be fetched.
                String text = String.valueOf(e.getMessage());
                yield "28000".equals(e.getSQLState()) || text.contains("Public Key Retrieval is not allowed");
            }
        };
    }

    /**
     * Any error that is not plainly our fault is retried. The batch is rolled back as a whole, so a retry is always
     * safe, and giving up would stop the sale.
     */
    static boolean retryable(SQLException e) {
        switch (e.getErrorCode()) {
            case 1044: // no access to the database: a grant is missing or being changed
            case 1045: // wrong password: it is being changed
            case 1142: // a table's grant is missing
            case 1143: // a column's grant is missing
            case 1227: // a privilege is missing
            case 1203: // too many connections of this user
            case 1226: // a limit of this user is used up
            case 1205: // lock wait timeout: rolls one statement back, so the batch has to be rolled back by us
            case 1213: // deadlock
            case 1290: // read_only or super_read_only
            case 1792: // read-only transaction
            case 1836: // read-only mode
            case 1021: // disk full
            case 1114: // table full, which is also a full disk
            case 1153: // packet too large: the next session reads max_allowed_packet again
                return true;
            default:
                break;
        }
        String state = e.getSQLState();
        if (state == null) {
            return true;
        }
        boolean data = state.startsWith("22") || state.startsWith("21") || state.startsWith("23");
        boolean statement = state.startsWith("42") || state.startsWith("0A") || state.startsWith("07");
        return !data && !statement;
    }

    /**
     * Whether a running writer retries: besides retryable errors also a missing table, column or database. An operator
     * may be renaming or restoring it, and a sale must not stop for that. A start rejects it.
     */
    static boolean retryableWhileRunning(SQLException e) {
        return switch (e.getErrorCode()) {
            case 1049, 1054, 1146 -> true; // unknown database, column; no such table
            default -> retryable(e);
        };
    }

    /** As {@link #retryableWhileRunning(SQLException)}, for a server or schema that a new session found unfit. */
    static boolean retryableWhileRunning(FlusherException e) {
        return switch (e.reason()) {
            case NON_STRICT_SQL_MODE, WRONG_SCHEMA, UNFIT_SERVER, PROJECTION -> true;
            default -> false;
        };
    }

    /** Code, state and text in one line. */
    static String describe(SQLException e) {
        String text = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        boolean ours = e.getCause() instanceof FlusherException;
        return ours ? text : "error " + e.getErrorCode() + " (" + e.getSQLState() + "): " + text;
    }
}
