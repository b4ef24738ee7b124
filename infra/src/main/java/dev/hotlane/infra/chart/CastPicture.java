package dev.hotlane.infra.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A recording as one moving picture: each state of each line appears at its time, the end stays for some seconds, then
 * it begins again. Readers who want less motion see the end. One thread.
 */
public final class CastPicture {
    private static final double END_SECONDS = 8;
    private static final int CHARACTER = 8;
    private static final int LINE = 18;
    private static final int EDGE = 14;

    private final Cast cast;
    private final double seconds;
    private final List<Shown> shown = new ArrayList<>();
    private int row;
    private StringBuilder line = new StringBuilder();
    private boolean returned;

    private CastPicture(Cast cast) {
        this.cast = cast;
        List<Cast.Output> outputs = cast.outputs();
        seconds = END_SECONDS
                + (outputs.isEmpty() ? 0 : outputs.get(outputs.size() - 1).seconds());
        outputs.forEach(this::read);
    }

    /** A text in a row from one moment to another; infinite if it stays. */
    private record Shown(int row, String text, double from, double to) {}

    /** Draws it with as many rows as it has lines. */
    public static String svg(Cast cast) {
        return new CastPicture(cast).draw();
    }

    /** A carriage return begins the row again; what stood there goes when the next text comes. */
    private void read(Cast.Output output) {
        for (char c : output.text().toCharArray()) {
            if (c == '\n') {
                show(output.seconds());
                row++;
                line = new StringBuilder();
                returned = false;
            } else if (c == '\r') {
                returned = true;
            } else if (c >= ' ' || c == '\t') {
                if (returned) {
                    line = new StringBuilder();
                    returned = false;
                }
                line.append(c == '\t' ? ' ' : c);
            }
        }
        show(output.seconds());
    }

    private void show(double at) {
        Shown last = shown.isEmpty() ? null : shown.get(shown.size() - 1);
        String text = line.toString();
        if (text.isBlank()) {
            return;
        }
        if (last != null && last.row() == row) {
            if (last.text().equals(text)) {
                return;
            }
            shown.set(shown.size() - 1, new Shown(row, last.text(), last.from(), at));
        }
        shown.add(new Shown(row, text, at, Double.POSITIVE_INFINITY));
    }

    private String draw() {
        int rows = shown.stream().mapToInt(Shown::row).max().orElse(0) + 1;
        StringBuilder out = new StringBuilder();
        line(
                out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">",
                2 * EDGE + CHARACTER * cast.width(),
                2 * EDGE + LINE * rows);
        line(out, "<title>%s</title>", Chart.escaped(cast.title()));
        line(out, "<style>");
        line(
                out,
                "rect{fill:#f6f8fa;stroke:#d1d9e0}text{font:13px ui-monospace,monospace;fill:#24292f;white-space:pre}");
        line(out, "@media (prefers-color-scheme:dark){rect{fill:#151b23;stroke:#3d444d}text{fill:#e6edf3}}");
        line(out, "@media (prefers-reduced-motion:reduce){text{animation:none!important}.gone{display:none}}");
        for (int i = 0; i < shown.size(); i++) {
            motion(out, i, shown.get(i));
        }
        line(out, "</style>");
        line(
                out,
                "<rect x=\".5\" y=\".5\" width=\"%d\" height=\"%d\" rx=\"8\"/>",
                2 * EDGE + CHARACTER * cast.width() - 1,
                2 * EDGE + LINE * rows - 1);
        for (int i = 0; i < shown.size(); i++) {
            Shown text = shown.get(i);
            line(
                    out,
                    "<text class=\"t%d%s\" x=\"%d\" y=\"%d\" xml:space=\"preserve\">%s</text>",
                    i,
                    Double.isInfinite(text.to()) ? "" : " gone",
                    EDGE,
                    EDGE + LINE * text.row() + 13,
                    Chart.escaped(text.text()));
        }
        return out.append("</svg>\n").toString();
    }

    private void motion(StringBuilder out, int i, Shown text) {
        double from = 100 * text.from() / seconds;
        double to = Double.isInfinite(text.to()) ? 100 : 100 * text.to() / seconds;
        line(
                out,
                "@keyframes k%d{0%%{opacity:0}%.3f%%{opacity:1}%.3f%%{opacity:%d}100%%{opacity:%d}}",
                i,
                from,
                Math.max(to, from),
                to == 100 ? 1 : 0,
                to == 100 ? 1 : 0);
        line(out, ".t%d{animation:k%d %.2fs step-end infinite}", i, i, seconds);
    }

    private static void line(StringBuilder out, String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
