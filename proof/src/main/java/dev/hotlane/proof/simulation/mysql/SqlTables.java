package dev.hotlane.proof.simulation.mysql;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** All tables at one moment. Committed tables never change: writers work on a copy. */
public final class SqlTables {
    private static final String SCHEMA = "/dev/hotlane/flusher/schema/";
    private static final List<String> VERSIONS = List.of("V1__checkpoint.sql", "V2__operations.sql", "V3__proven.sql");
    private static final Pattern TABLE = Pattern.compile("(?s)CREATE TABLE (\\w+) \\((.*?)\\n\\)");
    private static final Pattern COLUMN = Pattern.compile("(?m)^  ([a-z]\\w*) ");
    private static final Pattern MORE = Pattern.compile("ALTER TABLE (\\w+)\\s+ADD COLUMN (\\w+) ");
    private static final Pattern KEY = Pattern.compile("PRIMARY KEY \\(([^)]*)\\)");
    private static final SqlTables EMPTY =
            ofSchema(VERSIONS.stream().map(SqlTables::read).collect(Collectors.joining()));

    private final Map<String, SqlTable> byName;
    private final Map<String, SqlTable> own = new LinkedHashMap<>();

    private SqlTables(Map<String, SqlTable> byName) {
        this.byName = byName;
    }

    /** The empty tables of the migrations. */
    static SqlTables empty() {
        return EMPTY;
    }

    private static String read(String version) {
        try (InputStream in = SqlTables.class.getResourceAsStream(SCHEMA + version)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("the flusher's schema can't be read", e);
        }
    }

    private static SqlTables ofSchema(String sql) {
        Map<String, SqlTable> tables = new LinkedHashMap<>();
        for (MatchResult table : TABLE.matcher(sql).results().toList()) {
            List<String> columns = new ArrayList<>();
            COLUMN.matcher(table.group(2)).results().forEach(column -> columns.add(column.group(1)));
            MORE.matcher(sql)
                    .results()
                    .filter(more -> more.group(1).equals(table.group(1)))
                    .forEach(more -> columns.add(more.group(2)));
            Matcher key = KEY.matcher(table.group(2));
            if (!key.find()) {
                throw new IllegalStateException("table " + table.group(1) + " has no primary key");
            }
            tables.put(
                    table.group(1),
                    new SqlTable(table.group(1), columns, List.of(key.group(1).split(", "))));
        }
        return new SqlTables(tables);
    }

    /** A table to read. */
    public SqlTable get(String name) {
        SqlTable table = byName.get(name);
        if (table == null) {
            throw new IllegalArgumentException("there is no table " + name);
        }
        return table;
    }

    /** The same tables for one transaction to change; tables that it does not write are shared. */
    SqlTables toWrite() {
        return new SqlTables(new LinkedHashMap<>(byName));
    }

    /** A table to write: a copy, made at its first write. */
    SqlTable own(String name) {
        return own.computeIfAbsent(name, wanted -> {
            SqlTable copy = get(wanted).copy();
            byName.put(wanted, copy);
            return copy;
        });
    }
}
