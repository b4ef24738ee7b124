package dev.hotlane.jmh.lane.curves;

import dev.hotlane.infra.chart.Axis;
import dev.hotlane.infra.chart.Chart;
import dev.hotlane.infra.chart.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * A table of numbers, of which the first column is what grows. One thread fills it.
 *
 * @param name for file names
 * @param columns their heads; of the first the chart's x axis
 */
public record Curve(String name, String title, List<String> columns, List<double[]> rows) {
    /** A logarithmic axis has no 0. */
    private static final double LEAST = 0.1;

    /** Nothing measured yet. */
    Curve(String name, String title, String... columns) {
        this(name, title, List.of(columns), new ArrayList<>());
    }

    /** One step; as many numbers as columns. */
    void add(double... numbers) {
        if (numbers.length != columns.size()) {
            throw new IllegalArgumentException(
                    "a row of " + numbers.length + " numbers in a table of " + columns.size() + " columns");
        }
        rows.add(numbers);
    }

    /** The table. */
    public String markdown() {
        StringBuilder out = new StringBuilder();
        out.append("| ").append(String.join(" | ", columns)).append(" |\n|");
        out.append("---|".repeat(columns.size())).append('\n');
        for (double[] row : rows) {
            StringJoiner cells = new StringJoiner(" | ", "| ", " |\n");
            for (double number : row) {
                cells.add(cell(number));
            }
            out.append(cells);
        }
        return out.toString();
    }

    private static String cell(double number) {
        boolean whole = number == Math.rint(number) || Math.abs(number) >= 1_000;
        return String.format(Locale.ROOT, whole ? "%,.0f" : "%.2f", number);
    }

    /** A chart of some columns by the first, on logarithmic axes: each chart has one unit. */
    Chart chart(String heading, String unit, int... of) {
        List<Series> lines = new ArrayList<>();
        double least = Double.MAX_VALUE;
        double most = 0;
        for (int column : of) {
            List<Series.Point> points = new ArrayList<>();
            for (double[] row : rows) {
                double y = Math.max(LEAST, row[column]);
                points.add(new Series.Point(Math.max(LEAST, row[0]), y));
                least = Math.min(least, y);
                most = Math.max(most, y);
            }
            lines.add(new Series(columns.get(column), points));
        }
        double from = Math.max(LEAST, rows.get(0)[0]);
        double to = Math.max(LEAST, rows.get(rows.size() - 1)[0]);
        Axis x = Axis.logarithmic(columns.get(0), from, to);
        boolean narrow = most < 20 * least && unit.endsWith("/s");
        Axis y = narrow ? Axis.linear(unit, most) : Axis.logarithmic(unit, least, most);
        return new Chart(heading, x, y, lines);
    }
}
