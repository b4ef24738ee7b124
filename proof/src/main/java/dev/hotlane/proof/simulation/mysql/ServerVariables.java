package dev.hotlane.proof.simulation.mysql;

import java.util.ArrayList;
import java.util.List;

/** The answers of a healthy server about its variables and the schema. */
final class ServerVariables {
    private static final List<String> TABLES = List.of("hl_counter", "hl_hold", "hl_meta", "hl_resolved", "hl_window");

    private ServerVariables() {}

    static List<Object[]> answer(String query, boolean autocommit) {
        List<Object[]> rows = new ArrayList<>();
        if (query.startsWith("SELECT COUNT(*) FROM information_schema.tables")) {
            String asked = query.replaceFirst(".*table_name = '(\\w+)'", "$1");
            rows.add(new Object[] {TABLES.contains(asked) ? 1L : 0L});
        } else if (query.contains("information_schema.tables")) {
            TABLES.forEach(table -> rows.add(new Object[] {table, "InnoDB"}));
        } else if (query.contains("information_schema.columns")) {
            rows.add(new Object[] {"varbinary(200)"});
        } else {
            rows.add(new Object[] {variable(query, autocommit)});
        }
        return rows;
    }

    private static Object variable(String query, boolean autocommit) {
        return switch (query) {
            case "SELECT @@session.max_allowed_packet" -> 67_108_864L;
            case "SELECT @@session.sql_mode" -> "STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION";
            case "SELECT @@session.autocommit" -> autocommit ? 1L : 0L;
            case "SELECT @@innodb_flush_log_at_trx_commit" -> 1L;
            default -> throw new IllegalArgumentException("the simulated MySQL can't answer: " + query);
        };
    }
}
