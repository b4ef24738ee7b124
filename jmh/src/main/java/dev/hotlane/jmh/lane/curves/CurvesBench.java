package dev.hotlane.jmh.lane.curves;

import dev.hotlane.infra.chart.Chart;
import dev.hotlane.jmh.lane.http.Machine;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Measures the curves asked for, one after the other, and prints each as soon as it is there. One thread. */
public final class CurvesBench {
    /** What can be asked for. */
    public enum Part {
        /** Throughput and latency by connections. */
        CONNECTIONS,
        /** The same by ops of a transaction. */
        OPS,
        /** The same by keys. */
        KEYS,
        /** How far MySQL is behind, by keys changed a second. */
        LAG,
        /** Bytes in Kafka and MySQL of a command. */
        BYTES,
        /** How long a start takes, by backlog. */
        REPLAY,
        /** Heap by keys. */
        HEAP_KEYS,
        /** Heap by open holds. */
        HEAP_HOLDS
    }

    private static final Set<Part> HEAPS = EnumSet.of(Part.HEAP_KEYS, Part.HEAP_HOLDS);

    private final CurveSettings settings;
    private final PrintStream out;
    private final Path pictures;

    /** @param pictures where charts go; null for none */
    public CurvesBench(CurveSettings settings, PrintStream out, Path pictures) {
        this.settings = settings;
        this.out = out;
        this.pictures = pictures;
    }

    /**
     * Runs the parts, on one lane but for the heaps; keys stay there from part to part.
     *
     * @throws IllegalStateException when a result is wrong: then its figures are void
     */
    public void run(Set<Part> parts) throws InterruptedException, IOException {
        out.println("machine: " + Machine.line());
        Set<Part> load = EnumSet.copyOf(parts);
        load.removeAll(HEAPS);
        if (!load.isEmpty()) {
            try (CurveLane lane = CurveLane.start(settings)) {
                for (Part part : load) {
                    onLane(part, lane);
                }
            }
        }
        if (parts.contains(Part.HEAP_KEYS)) {
            print(HeapCurve.keys(settings));
        }
        if (parts.contains(Part.HEAP_HOLDS)) {
            print(HeapCurve.holds(settings));
        }
    }

    private void onLane(Part part, CurveLane lane) throws InterruptedException, IOException {
        switch (part) {
            case CONNECTIONS -> print(LoadCurves.connections(lane, settings), "requests/s", 1, 2, 3);
            case OPS -> print(LoadCurves.ops(lane, settings), "per second", 1, 3, 4);
            case KEYS -> print(LoadCurves.keys(lane, settings), "requests/s", 1, 2, 3);
            case LAG -> {
                Curve curve = LagCurve.measure(lane, settings);
                print(curve);
                draw(curve.name(), List.of(curve.chart(curve.title(), "milliseconds", 2, 3, 4)));
            }
            case BYTES -> say("Bytes of a command", StoredBytes.measure(lane));
            case REPLAY -> print(ReplayCurve.measure(lane, settings));
            default -> throw new IllegalArgumentException(part + " has lanes of its own");
        }
    }

    private void print(Curve curve) {
        say(curve.title(), curve.markdown());
    }

    /** With two charts: rate, and latencies. */
    private void print(Curve curve, String unit, int rate, int p50, int p99) throws IOException {
        print(curve);
        draw(
                curve.name(),
                List.of(
                        curve.chart(curve.title(), unit, rate),
                        curve.chart("Latency of the same", "milliseconds", p50, p99)));
    }

    private void draw(String name, List<Chart> charts) throws IOException {
        if (pictures != null) {
            Files.createDirectories(pictures);
            Files.writeString(pictures.resolve(name + ".svg"), Chart.stacked(charts));
        }
    }

    private void say(String title, String table) {
        out.println();
        out.println(title);
        out.println();
        out.print(table);
        out.flush();
    }
}
