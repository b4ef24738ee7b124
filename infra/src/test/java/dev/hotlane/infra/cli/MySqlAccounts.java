package dev.hotlane.infra.cli;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.Grants.Account;
import dev.hotlane.infra.stack.Lane;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** The accounts that `hotlane schema grants` makes, on a lane's own database. One thread. */
final class MySqlAccounts {
    private final Lane lane;
    private final Map<Account, String> passwords = new EnumMap<>(Account.class);

    /** Makes those of the lane, and its tables by the account for migrations, in the order that the page gives. */
    MySqlAccounts(Lane lane, Path directory) throws SQLException {
        this.lane = lane;
        make(directory, "migrate");
        StringWriter said = new StringWriter();
        int code = run(
                directory,
                said,
                "schema",
                "migrate",
                "--mysql-url=" + lane.jdbcUrl(),
                "--mysql-user=" + user(Account.MIGRATE),
                "--mysql-password=" + passwords.get(Account.MIGRATE));
        if (code != 0) {
            throw new AssertionError(said);
        }
        make(directory, "runtime,gateway,console,retention,drill");
    }

    private void make(Path directory, String accounts) throws SQLException {
        StringWriter script = new StringWriter();
        run(
                directory,
                script,
                "schema",
                "grants",
                "--grants-database=" + lane.name(),
                "--grants-prefix=" + prefix(),
                "--grants-accounts=" + accounts);
        for (String line : script.toString().split("\n")) {
            if (!line.startsWith("--")) {
                execute(line.replaceFirst(";$", ""));
            }
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        lane.jdbcUrl(), lane.stack().user(), lane.stack().password());
                Statement statement = connection.createStatement()) {
            if (statement.execute(sql)) {
                ResultSet made = statement.getResultSet();
                made.next();
                Account account = Account.valueOf(
                        made.getString(1).substring(prefix().length()).toUpperCase(java.util.Locale.ROOT));
                passwords.put(account, made.getString(3));
            }
        }
    }

    static int run(Path directory, StringWriter said, String... args) {
        PrintWriter out = new PrintWriter(said, true);
        CommandLine line = Hotlane.commandLine(Settings.read(args, Map.of(), directory, directory));
        return line.setOut(out).setErr(out).execute(args);
    }

    private String prefix() {
        return lane.name().substring(0, Math.min(14, lane.name().length()))
                + lane.name().replaceFirst(".*?([0-9]*)$", "$1") + "_";
    }

    String user(Account account) {
        return prefix() + account.word();
    }

    String password(Account account) {
        return passwords.get(account);
    }

    FlushSettings settings(Account account) {
        return FlushSettings.of(lane.jdbcUrl(), user(account), password(account))
                .withMigrates(false);
    }

    Connection login(Account account) throws SQLException {
        return DriverManager.getConnection(lane.jdbcUrl(), user(account), password(account));
    }

    /** What SHOW GRANTS says to the account, the first line, USAGE, left out; without the account's own name. */
    List<String> grants(Account account) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = login(account);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW GRANTS")) {
            while (rows.next()) {
                found.add(rows.getString(1)
                        .replace("`" + lane.name() + "`.", "")
                        .replaceFirst(" TO `" + user(account) + "`@`%`$", ""));
            }
        }
        return found;
    }
}
