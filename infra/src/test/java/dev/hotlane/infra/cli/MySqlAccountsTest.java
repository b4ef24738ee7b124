package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.flusher.mysql.Grants.Account;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The accounts of `hotlane schema grants` on a real MySQL: what each may do, and nothing else. */
@Tag("it")
@ExtendWith(RealStack.class)
class MySqlAccountsTest {
    private static final List<String> TABLES =
            List.of("hl_counter", "hl_history", "hl_hold", "hl_meta", "hl_resolved", "hl_snapshot", "hl_window");
    private static final List<String> ERRORS = List.of("1044", "1045", "1142", "1143", "1227", "1370");

    private final Lane lane;
    private MySqlAccounts accounts;

    @TempDir
    private Path directory;

    MySqlAccountsTest(Lane lane) {
        this.lane = lane;
    }

    @BeforeEach
    void makeAccounts() throws SQLException {
        accounts = new MySqlAccounts(lane, directory);
    }

    @Test
    void showGrantsHasWhatThePageSaysAndNothingElse() throws SQLException {
        assertGrants(
                Account.MIGRATE,
                "SELECT, CREATE, INDEX, ALTER",
                TABLES,
                "GRANT SELECT, INSERT, UPDATE, CREATE, INDEX, ALTER ON `hl_schema_history`");
        assertGrants(Account.RUNTIME, "SELECT, INSERT, UPDATE, DELETE", TABLES, "GRANT SELECT ON `hl_schema_history`");
        assertGrants(Account.GATEWAY, "SELECT", List.of("hl_counter", "hl_meta"));
        assertGrants(Account.CONSOLE, "SELECT", TABLES);
        assertGrants(Account.RETENTION, "SELECT", TABLES);
        assertGrants(
                Account.DRILL, "SELECT, UPDATE", List.of("hl_snapshot"), "GRANT ALL PRIVILEGES ON `hl\\_drill\\_%`.*");
    }

    private void assertGrants(Account account, String rights, List<String> tables, String... more) throws SQLException {
        List<String> expected = new ArrayList<>(List.of("GRANT USAGE ON *.*"));
        tables.forEach(table -> expected.add("GRANT " + rights + " ON `" + table + "`"));
        expected.addAll(List.of(more));
        assertThat(accounts.grants(account)).as(account.word()).containsExactlyInAnyOrderElementsOf(expected);
    }

    /** Each account runs every statement; those that MySQL denies are all but those of its task. */
    @Test
    void everyAccountIsDeniedEveryOtherOperation() throws SQLException {
        assertThat(allowed(Account.GATEWAY)).isEqualTo(on("SELECT", "hl_counter", "hl_meta"));
        assertThat(allowed(Account.CONSOLE)).isEqualTo(on("SELECT", TABLES.toArray(String[]::new)));
        assertThat(allowed(Account.RETENTION)).isEqualTo(on("SELECT", TABLES.toArray(String[]::new)));
        Set<String> runtime = new TreeSet<>(on("SELECT", "hl_schema_history"));
        for (String verb : List.of("SELECT", "INSERT", "UPDATE", "DELETE")) {
            runtime.addAll(on(verb, TABLES.toArray(String[]::new)));
        }
        assertThat(allowed(Account.RUNTIME)).isEqualTo(runtime);
        Set<String> migrate = new TreeSet<>(on("SELECT", "hl_schema_history"));
        migrate.add("INSERT hl_schema_history");
        migrate.add("UPDATE hl_schema_history");
        migrate.add("ALTER hl_schema_history");
        migrate.addAll(on("SELECT", TABLES.toArray(String[]::new)));
        migrate.addAll(on("ALTER", TABLES.toArray(String[]::new)));
        assertThat(allowed(Account.MIGRATE)).isEqualTo(migrate);
        Set<String> drill = new TreeSet<>(on("SELECT", "hl_snapshot"));
        drill.addAll(on("UPDATE", "hl_snapshot"));
        drill.addAll(Set.of("CREATE DATABASE hl_drill", "CREATE TABLE hl_drill", "DROP DATABASE hl_drill"));
        assertThat(allowed(Account.DRILL)).isEqualTo(drill);
    }

    private static Set<String> on(String verb, String... tables) {
        Set<String> all = new TreeSet<>();
        for (String table : tables) {
            all.add(verb + " " + table);
        }
        return all;
    }

    private Set<String> allowed(Account account) throws SQLException {
        Set<String> allowed = new TreeSet<>();
        String drill = "hl_drill_" + lane.name();
        try (Connection connection = accounts.login(account);
                Statement statement = connection.createStatement()) {
            List<String> tables = new ArrayList<>(TABLES);
            tables.add("hl_schema_history");
            for (String table : tables) {
                String column = table.equals("hl_counter") ? "value" : column(table);
                tries(statement, allowed, "SELECT " + table, "SELECT * FROM " + table + " LIMIT 1");
                tries(
                        statement,
                        allowed,
                        "INSERT " + table,
                        "INSERT INTO " + table + " SELECT * FROM " + table + " WHERE FALSE");
                tries(
                        statement,
                        allowed,
                        "UPDATE " + table,
                        "UPDATE " + table + " SET " + column + " = " + column + " WHERE " + column + " IS NULL");
                tries(statement, allowed, "DELETE " + table, "DELETE FROM " + table + " WHERE " + column + " IS NULL");
                tries(statement, allowed, "ALTER " + table, "ALTER TABLE " + table + " ALGORITHM = INSTANT");
                tries(statement, allowed, "DROP " + table, "DROP TABLE " + table);
                tries(statement, allowed, "TRUNCATE " + table, "TRUNCATE TABLE " + table);
            }
            tries(statement, allowed, "CREATE another", "CREATE TABLE hl_another (a INT)");
            tries(statement, allowed, "CREATE DATABASE another", "CREATE DATABASE another_" + lane.name());
            tries(statement, allowed, "CREATE DATABASE hl_drill", "CREATE DATABASE " + drill);
            tries(statement, allowed, "CREATE TABLE hl_drill", "CREATE TABLE " + drill + ".hl_meta (a INT)");
            tries(statement, allowed, "DROP DATABASE hl_drill", "DROP DATABASE " + drill);
            tries(statement, allowed, "DROP DATABASE", "DROP DATABASE " + lane.name());
            tries(statement, allowed, "CREATE USER", "CREATE USER somebody");
            tries(statement, allowed, "GRANT", "GRANT SELECT ON hl_meta TO CURRENT_USER()");
            tries(statement, allowed, "SET GLOBAL", "SET GLOBAL max_connections = 300");
            tries(statement, allowed, "mysql.user", "SELECT * FROM mysql.user LIMIT 1");
            tries(statement, allowed, "FILE", "SELECT 1 INTO OUTFILE 'hl'");
            tries(statement, allowed, "LOCK", "FLUSH TABLES WITH READ LOCK");
            tries(statement, allowed, "TRIGGER", "CREATE TRIGGER t BEFORE INSERT ON hl_meta FOR EACH ROW SET @a = 1");
        }
        return allowed;
    }

    private static String column(String table) {
        return switch (table) {
            case "hl_schema_history" -> "description";
            case "hl_hold" -> "image";
            case "hl_resolved", "hl_window" -> "data";
            default -> "digest";
        };
    }

    private static void tries(Statement statement, Set<String> allowed, String name, String sql) {
        try {
            statement.execute(sql);
            allowed.add(name);
        } catch (SQLException e) {
            assertThat(ERRORS).as(name + ": " + e.getMessage()).contains(Integer.toString(e.getErrorCode()));
        }
    }
}
