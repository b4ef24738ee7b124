package dev.hotlane.jmh.reads;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.jmh.lane.http.HttpChild;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Heap and load time of a large view: a gateway that runs alone with a view, beside one without. */
final class ViewLoadSection implements ReadsSection {
    private static final Pattern USED = Pattern.compile("used (\\d+)K");
    private static final double BYTES_PER_K = 1_024;
    private static final String NO_WARM_UP = "--warm-up-max-ms=0";

    @Override
    public void measure(ReadsRun run, FigureTable table) throws Exception {
        run.endStage();
        int keys = run.settings().manyKeys();
        try (DevStack stack = DevStack.start(DevStackSettings.temporary().withKafkaFlags(Jvm.WARM_UP_SOON));
                ReadsLane lane = new ReadsLane(stack, "load", run.settings(), true, "--view")) {
            lane.fill(keys);
            Start without = start(lane, 1, keys);
            Start with = start(lane, 2, keys, "--view");
            double bytes = (with.heap - without.heap) / keys;
            table.row(
                    FigureTable.text("view of %,d keys: heap a key", keys),
                    "220 bytes",
                    FigureTable.text("%.0f bytes", bytes),
                    FigureTable.text("heap %.1f MB, without a view %.1f MB", with.heap / 1e6, without.heap / 1e6),
                    "");
            table.row(
                    "its load from MySQL, with the start of the JVM",
                    "5 s",
                    FigureTable.text("%.2f s", with.seconds),
                    FigureTable.text("without a view %.2f s", without.seconds),
                    "");
        }
    }

    private record Start(double seconds, double heap) {}

    private static Start start(ReadsLane lane, int partition, int keys, String... options) {
        List<String> flags = new ArrayList<>(lane.settings().jvmFlags());
        List<String> words = new ArrayList<>(List.of(options));
        words.add(NO_WARM_UP);
        long begin = System.nanoTime();
        HttpChild gateway = lane.gateway(partition, flags, words.toArray(String[]::new));
        boolean viewed = options.length > 0;
        gateway.process()
                .awaitReady(() -> gateway.pages().ready() && (!viewed || count(gateway) >= keys), ReadsLane.FLUSH_MAX);
        double seconds = (System.nanoTime() - begin) / 1e9;
        if (viewed) {
            ReadsLane.awaitView(gateway.pages());
        }
        double heap = used(gateway.process());
        gateway.close();
        return new Start(seconds, heap);
    }

    private static double count(HttpChild gateway) {
        boolean loaded = gateway.pages().metric("hotlane_view_sequence").orElse(-1) >= 0;
        return loaded ? gateway.pages().metric("hotlane_view_keys").orElse(0) : 0;
    }

    /** Bytes after a full collection. */
    static double used(ChildProcess process) {
        process.jcmd("GC.run");
        Matcher used = USED.matcher(process.jcmd("GC.heap_info"));
        if (!used.find()) {
            throw new IllegalStateException("jcmd reports no heap of process " + process.pid());
        }
        return Double.parseDouble(used.group(1)) * BYTES_PER_K;
    }
}
