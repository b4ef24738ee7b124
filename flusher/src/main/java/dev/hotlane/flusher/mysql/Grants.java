package dev.hotlane.flusher.mysql;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * SQL that makes one account for each task, with the rights that it needs and no more. Run again it changes nothing.
 *
 * @param database the lane's database
 * @param prefix begins the name of each account
 * @param host that the accounts log in from, as MySQL writes it: {@code %} for any
 * @param require how an account must connect
 */
public record Grants(String database, String prefix, String host, Require require) {
    private static final List<String> CHECKPOINT =
            List.of("hl_meta", "hl_counter", "hl_hold", "hl_resolved", "hl_window", "hl_history", "hl_snapshot");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_$.-]{1,64}");
    private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9_.-]{0,22}");
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9_%.:/-]{1,255}");

    /** What an account must show when it logs in. */
    public enum Require {
        /** A password alone. */
        NONE,
        /** Also a connection by TLS. */
        SSL,
        /** Also a client certificate that the server's CA signed. */
        X509
    }

    /** The tasks; each has an account. */
    public enum Account {
        /** {@code hotlane schema migrate}. It makes and alters tables, and drops none. */
        MIGRATE,
        /** Processors, nodes and the commands that repair a lane. */
        RUNTIME,
        /** Gateways that run alone: lists of counters and the load of a view. */
        GATEWAY,
        /** The console. */
        CONSOLE,
        /** The deletion of log records that MySQL and a snapshot have. */
        RETENTION,
        /** Restores of snapshots into databases of their own. */
        DRILL;

        /** The word by which a command line names it. */
        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    public Grants {
        require(NAME, database, "the database");
        require(PREFIX, prefix, "the prefix of the accounts");
        require(HOST, host, "the host of the accounts");
    }

    /** Names go into SQL as they are: so they may have no quote. */
    private static void require(Pattern form, String text, String what) {
        if (!form.matcher(text).matches()) {
            throw new IllegalArgumentException(what + " must match " + form.pattern() + ", found " + text);
        }
    }

    /** Statements for one account, each without its semicolon: it is made if it is missing, and gets its rights. */
    public List<String> of(Account account) {
        String name = "'" + prefix + account.word() + "'@'" + host + "'";
        List<String> sql = new ArrayList<>();
        sql.add("CREATE USER IF NOT EXISTS " + name + " IDENTIFIED BY RANDOM PASSWORD");
        sql.add("ALTER USER " + name + " REQUIRE " + require);
        switch (account) {
            case MIGRATE -> {
                CHECKPOINT.forEach(table -> sql.add(on(table, "SELECT, CREATE, ALTER, INDEX", name)));
                // Flyway locks the rows of its history, which needs UPDATE.
                sql.add(on(Schema.HISTORY, "SELECT, INSERT, UPDATE, CREATE, ALTER, INDEX", name));
            }
            case RUNTIME -> {
                CHECKPOINT.forEach(table -> sql.add(on(table, "SELECT, INSERT, UPDATE, DELETE", name)));
                sql.add(on(Schema.HISTORY, "SELECT", name));
            }
            case GATEWAY -> {
                sql.add(on("hl_meta", "SELECT", name));
                sql.add(on("hl_counter", "SELECT", name));
            }
            case CONSOLE, RETENTION -> CHECKPOINT.forEach(table -> sql.add(on(table, "SELECT", name)));
            case DRILL -> {
                sql.add("GRANT ALL ON `hl\\_drill\\_%`.* TO " + name);
                sql.add(on("hl_snapshot", "SELECT, UPDATE", name));
            }
        }
        return sql;
    }

    private String on(String table, String rights, String name) {
        return "GRANT " + rights + " ON `" + database + "`." + table + " TO " + name;
    }
}
