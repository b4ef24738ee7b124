package dev.hotlane.jmh.reads;

import java.util.Locale;
import java.util.StringJoiner;

/** Rows of figures as Markdown, each beside what was wanted and beside a rival. One thread. */
final class FigureTable {
    private static final String HEAD = "| what | wanted | found | beside | ratio |\n|---|---|---|---|---|\n";

    private final StringBuilder rows = new StringBuilder(HEAD);

    /** A figure without a rival. */
    FigureTable row(String what, String wanted, String found) {
        return row(what, wanted, found, "", "");
    }

    /** A figure, its rival's, and one divided by the other. */
    FigureTable row(String what, String wanted, String found, String beside, String ratio) {
        StringJoiner row = new StringJoiner(" | ", "| ", " |\n");
        row.add(what).add(wanted).add(found).add(beside).add(ratio);
        rows.append(row);
        return this;
    }

    @Override
    public String toString() {
        return rows.toString();
    }

    static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
