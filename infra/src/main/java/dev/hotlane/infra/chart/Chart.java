package dev.hotlane.infra.chart;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A line chart: title, two axes, some lines, each named at its end in the colour it has, and upright marks. Immutable.
 *
 * @param marks events on the x axis, each a red line with its text
 */
public record Chart(String title, Axis x, Axis y, List<Series> series, List<Axis.Tick> marks) {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 400;
    private static final int LEFT = 64;
    private static final int RIGHT = 132;
    private static final int TOP = 44;
    private static final int BOTTOM = 52;

    /** Told apart by all kinds of eyes on white and on black (after Okabe and Ito); more lines are too many. */
    private static final List<String> COLOURS =
            List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c8c00", "#888888");

    private static final int NAME_HEIGHT = 15;

    /** The lines and marks are copied. */
    public Chart {
        series = List.copyOf(series);
        marks = List.copyOf(marks);
        if (series.size() > COLOURS.size()) {
            throw new IllegalArgumentException(
                    "a chart was given " + series.size() + " lines, at most " + COLOURS.size() + " can be told apart");
        }
    }

    /** A chart without marks. */
    public Chart(String title, Axis x, Axis y, List<Series> series) {
        this(title, x, y, series, List.of());
    }

    /** The picture. */
    public String svg() {
        return stacked(List.of(this));
    }

    /** One picture of several charts, one below the other. */
    public static String stacked(List<Chart> charts) {
        StringBuilder out = new StringBuilder();
        line(
                out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">",
                WIDTH,
                HEIGHT * charts.size());
        line(out, "<style>");
        line(out, "text{font:12px system-ui,sans-serif;fill:#24292f}.title{font-size:13px;font-weight:600}");
        line(out, ".grid{stroke:#8c959f;stroke-opacity:.3}.line{fill:none;stroke-width:2}");
        line(out, ".mark{stroke:#cf222e;stroke-width:1.5;stroke-dasharray:4 3}.marked{fill:#cf222e}");
        line(out, "@media (prefers-color-scheme:dark){text{fill:#e6edf3}.mark{stroke:#ff7b72}.marked{fill:#ff7b72}}");
        line(out, "</style>");
        for (int i = 0; i < charts.size(); i++) {
            line(out, "<g transform=\"translate(0 %d)\">", i * HEIGHT);
            charts.get(i).draw(out);
            line(out, "</g>");
        }
        return out.append("</svg>\n").toString();
    }

    private void draw(StringBuilder out) {
        line(out, "<title>%s</title>", escaped(title));
        line(out, "<text class=\"title\" x=\"%d\" y=\"22\">%s</text>", LEFT, escaped(title));
        drawX(out);
        drawY(out);
        drawLines(out);
        drawMarks(out);
        drawNames(out);
    }

    private void drawX(StringBuilder out) {
        int bottom = HEIGHT - BOTTOM;
        double labelEnd = -1;
        for (Axis.Tick tick : x.ticks()) {
            double at = atX(tick.at());
            line(out, "<path class=\"grid\" d=\"M%.1f %dV%d\"/>", at, TOP, bottom);
            if (at > labelEnd) {
                line(
                        out,
                        "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                        at,
                        bottom + 18,
                        escaped(tick.text()));
                labelEnd = at + 8 * tick.text().length();
            }
        }
        double middle = (LEFT + WIDTH - RIGHT) / 2.0;
        line(
                out,
                "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                middle,
                HEIGHT - 12,
                escaped(x.label()));
    }

    private void drawY(StringBuilder out) {
        for (Axis.Tick tick : y.ticks()) {
            double at = atY(tick.at());
            line(out, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>", LEFT, at, WIDTH - RIGHT);
            line(
                    out,
                    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
                    LEFT - 8,
                    at + 4,
                    escaped(tick.text()));
        }
        double middle = (TOP + HEIGHT - BOTTOM) / 2.0;
        line(
                out,
                "<text transform=\"translate(16 %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>",
                middle,
                escaped(y.label()));
    }

    private void drawLines(StringBuilder out) {
        for (int i = 0; i < series.size(); i++) {
            StringBuilder path = new StringBuilder();
            for (Series.Point point : series.get(i).points()) {
                path.append(String.format(
                        Locale.ROOT, "%s%.1f %.1f", path.isEmpty() ? "M" : "L", atX(point.x()), atY(point.y())));
            }
            line(out, "<path class=\"line\" stroke=\"%s\" d=\"%s\"/>", COLOURS.get(i), path);
            if (series.get(i).points().size() <= 20) {
                for (Series.Point point : series.get(i).points()) {
                    line(
                            out,
                            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>",
                            atX(point.x()),
                            atY(point.y()),
                            COLOURS.get(i));
                }
            }
        }
    }

    private void drawMarks(StringBuilder out) {
        for (Axis.Tick mark : marks) {
            double at = atX(mark.at());
            line(out, "<path class=\"mark\" d=\"M%.1f %dV%d\"/>", at, TOP, HEIGHT - BOTTOM);
            line(out, "<text class=\"marked\" x=\"%.1f\" y=\"%d\">%s</text>", at + 4, TOP + 12, escaped(mark.text()));
        }
    }

    /** Beside the chart, from top to bottom in the order of the lines' ends. */
    private void drawNames(StringBuilder out) {
        List<Integer> order = IntStream.range(0, series.size())
                .boxed()
                .sorted(Comparator.comparingDouble(i -> end(series.get(i))))
                .toList();
        double next = TOP + 4;
        for (int i : order) {
            double at = Math.max(next, end(series.get(i)) + 4);
            at = Math.min(at, HEIGHT - BOTTOM - NAME_HEIGHT * (double) (order.size() - 1 - order.indexOf(i)));
            line(
                    out,
                    "<circle cx=\"%d\" cy=\"%.1f\" r=\"4\" fill=\"%s\"/>",
                    WIDTH - RIGHT + 12,
                    at - 4,
                    COLOURS.get(i));
            line(
                    out,
                    "<text x=\"%d\" y=\"%.1f\">%s</text>",
                    WIDTH - RIGHT + 22,
                    at,
                    escaped(series.get(i).name()));
            next = at + NAME_HEIGHT;
        }
    }

    private double end(Series line) {
        return line.points().isEmpty()
                ? TOP
                : atY(line.points().get(line.points().size() - 1).y());
    }

    private double atX(double value) {
        return LEFT + x.place(value) * (WIDTH - LEFT - RIGHT);
    }

    private double atY(double value) {
        return HEIGHT - BOTTOM - y.place(value) * (HEIGHT - TOP - BOTTOM);
    }

    private static void line(StringBuilder out, String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
