package dev.hotlane.infra.chart;

import java.util.List;
import java.util.Locale;

/**
 * Bars, one below the other, each with its name, a note and its number; the first one has the accent colour. Immutable.
 *
 * @param caption a line below the bars
 */
public record Bars(String title, List<Bar> bars, String caption) {
    private static final int WIDTH = 720;
    private static final int LEFT = 300;
    private static final int RIGHT = 70;
    private static final int TOP = 40;
    private static final int ROW = 46;
    private static final int HEIGHT = 22;
    private static final int BOTTOM = 30;

    /**
     * One bar.
     *
     * @param note what the reader must see beside the number
     * @param value at least 0
     */
    public record Bar(String name, String note, double value) {}

    /** The bars are copied. */
    public Bars {
        bars = List.copyOf(bars);
        if (bars.isEmpty()) {
            throw new IllegalArgumentException("a picture of bars was given no bar");
        }
    }

    /** The picture. */
    public String svg() {
        StringBuilder out = new StringBuilder();
        line(
                out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">",
                WIDTH,
                TOP + ROW * bars.size() + BOTTOM);
        line(out, "<title>%s</title>", Chart.escaped(title));
        line(out, "<style>");
        line(out, "text{font:13px system-ui,sans-serif;fill:#24292f}.title{font-size:14px;font-weight:600}");
        line(out, ".note{font-size:11px;fill:#57606a}.bar{fill:#8c959f}.bar.first{fill:#0072b2}");
        line(out, "@media (prefers-color-scheme:dark){text{fill:#e6edf3}.note{fill:#9198a1}}");
        line(out, "</style>");
        line(out, "<text class=\"title\" x=\"8\" y=\"22\">%s</text>", Chart.escaped(title));
        double most = bars.stream().mapToDouble(Bar::value).max().orElseThrow();
        for (int i = 0; i < bars.size(); i++) {
            draw(out, i, most);
        }
        line(
                out,
                "<text class=\"note\" x=\"8\" y=\"%d\">%s</text>",
                TOP + ROW * bars.size() + 18,
                Chart.escaped(caption));
        return out.append("</svg>\n").toString();
    }

    private void draw(StringBuilder out, int place, double most) {
        Bar bar = bars.get(place);
        int top = TOP + ROW * place;
        double width = most == 0 ? 0 : bar.value() / most * (WIDTH - LEFT - RIGHT);
        line(out, "<text x=\"8\" y=\"%d\">%s</text>", top + 14, Chart.escaped(bar.name()));
        line(out, "<text class=\"note\" x=\"8\" y=\"%d\">%s</text>", top + 30, Chart.escaped(bar.note()));
        line(
                out,
                "<rect class=\"bar%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>",
                place == 0 ? " first" : "",
                LEFT,
                top + 4,
                width,
                HEIGHT);
        line(out, "<text x=\"%.1f\" y=\"%d\">%,.0f</text>", LEFT + width + 8, top + 20, bar.value());
    }

    private static void line(StringBuilder out, String format, Object... values) {
        out.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
