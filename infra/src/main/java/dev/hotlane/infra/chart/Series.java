package dev.hotlane.infra.chart;

import java.util.List;

/** One line of a chart. Immutable. */
public record Series(String name, List<Point> points) {
    /** The points are copied. */
    public Series {
        points = List.copyOf(points);
    }

    /** Where the line goes through. */
    public record Point(double x, double y) {}
}
