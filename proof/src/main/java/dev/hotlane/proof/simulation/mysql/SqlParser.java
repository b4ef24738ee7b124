package dev.hotlane.proof.simulation.mysql;

import dev.hotlane.proof.simulation.mysql.SqlText.Assignment;
import dev.hotlane.proof.simulation.mysql.SqlText.Condition;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Parses the forms of SQL that the flusher uses; rejects all others. */
final class SqlParser {
    private final String text;
    private int at;
    private String token;
    private int parameters;

    private SqlParser(String text) {
        this.text = text;
        next();
    }

    static SqlText parse(String text) {
        SqlParser parser = new SqlParser(text);
        return switch (parser.token) {
            case "SELECT" -> text.contains("FROM hl_") ? parser.select() : new SqlText.Other(text);
            case "INSERT" -> parser.insert();
            case "UPDATE" -> parser.update();
            case "DELETE" -> parser.delete();
            case "SET", "START", "COMMIT" -> new SqlText.Other(text);
            default -> throw parser.unknown();
        };
    }

    private SqlText select() {
        next();
        if (skip("MAX")) {
            return greatest();
        }
        List<String> columns = names("FROM");
        String table = name();
        List<Condition> where = where();
        if (is("ORDER")) {
            skipOrder();
        }
        return ended(new SqlText.Select(table, columns, where));
    }

    private SqlText greatest() {
        expect("(");
        String column = name();
        expect(")");
        expect("FROM");
        String table = name();
        return ended(new SqlText.Greatest(table, column, where()));
    }

    private SqlText insert() {
        expect("INSERT");
        expect("INTO");
        String table = name();
        expect("(");
        List<String> columns = names(")");
        expect("VALUES");
        List<List<Object>> rows = new ArrayList<>();
        do {
            expect("(");
            rows.add(values());
        } while (skip(","));
        boolean named = skip("AS");
        if (named) {
            expect("new");
        }
        List<Assignment> onDuplicate = null;
        if (skip("ON")) {
            expect("DUPLICATE");
            expect("KEY");
            expect("UPDATE");
            onDuplicate = assignments();
        }
        return ended(new SqlText.Insert(table, columns, rows, onDuplicate));
    }

    private SqlText update() {
        next();
        String table = name();
        expect("SET");
        List<Assignment> set = assignments();
        return ended(new SqlText.Update(table, set, where()));
    }

    private SqlText delete() {
        expect("DELETE");
        expect("FROM");
        String table = name();
        List<Condition> where = where();
        if (is("ORDER")) {
            skipOrder();
        }
        long limit = skip("LIMIT") ? (Long) value() : Long.MAX_VALUE;
        return ended(new SqlText.Delete(table, where, limit));
    }

    private List<Assignment> assignments() {
        List<Assignment> list = new ArrayList<>();
        do {
            String column = name();
            expect("=");
            boolean fromNew = skip("new");
            if (fromNew) {
                expect(".");
                next();
            }
            list.add(new Assignment(column, fromNew ? null : value(), fromNew));
        } while (skip(","));
        return list;
    }

    private List<Condition> where() {
        List<Condition> list = new ArrayList<>();
        if (skip("WHERE")) {
            do {
                String column = name();
                String operator = name();
                if (operator.equals("IN")) {
                    expect("(");
                    list.add(new Condition(column, operator, values()));
                } else if (operator.equals("IS")) {
                    expect("NOT");
                    expect("NULL");
                    list.add(new Condition(column, "IS NOT NULL", List.of()));
                } else {
                    list.add(new Condition(column, operator, List.of(value())));
                }
            } while (skip("AND"));
        }
        return list;
    }

    private void skipOrder() {
        expect("ORDER");
        expect("BY");
        do {
            name();
        } while (skip(","));
    }

    private List<String> names(String end) {
        List<String> names = new ArrayList<>();
        do {
            names.add(name());
        } while (skip(","));
        expect(end);
        return names;
    }

    /** Up to and including the closing parenthesis. */
    private List<Object> values() {
        List<Object> values = new ArrayList<>();
        do {
            values.add(value());
        } while (skip(","));
        expect(")");
        return values;
    }

    /** CURRENT_TIMESTAMP is always 0: the server's wall clock is not simulated. NULL is null. */
    private Object value() {
        String found = name();
        if (found.equals("?")) {
            return new SqlText.Parameter(parameters++);
        } else if (found.startsWith("0x")) {
            return HexFormat.of().parseHex(found, 2, found.length());
        } else if (found.startsWith("x'")) {
            return HexFormat.of().parseHex(found, 2, found.length() - 1);
        } else if (found.equals("CURRENT_TIMESTAMP")) {
            expect("(");
            values();
            return 0L;
        } else if (found.equals("NULL")) {
            return null;
        }
        return Long.valueOf(found);
    }

    private SqlText ended(SqlText statement) {
        if (!token.isEmpty()) {
            throw unknown();
        }
        return statement;
    }

    private String name() {
        String found = token;
        next();
        return found;
    }

    private boolean is(String word) {
        return token.equals(word);
    }

    private boolean skip(String word) {
        boolean found = is(word);
        if (found) {
            next();
        }
        return found;
    }

    private void expect(String word) {
        if (!skip(word)) {
            throw unknown();
        }
    }

    private void next() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
        int start = at;
        if (at < text.length()) {
            at = endOfToken();
        }
        token = text.substring(start, at);
    }

    private int endOfToken() {
        int end = at + 1;
        if (text.startsWith("x'", at)) {
            return text.indexOf('\'', at + 2) + 1;
        } else if (text.startsWith("<=", at) || text.startsWith(">=", at)) {
            return end + 1;
        }
        boolean word = isWord(text.charAt(at)) || text.charAt(at) == '-';
        while (word && end < text.length() && isWord(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isWord(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '@';
    }

    private IllegalArgumentException unknown() {
        return new IllegalArgumentException("the simulated MySQL does not know '" + token + "' before character " + at
                + " of: " + text + ". Teach it this form.");
    }
}
