package dev.hotlane.processor.state;

import dev.hotlane.protocol.Op;
import java.lang.management.ManagementFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.ObjectName;

/**
 * A JVM of its own: fills a state, collects, and prints the bytes of all live objects and the bytes of heap in use. Where
 * G1 gives an array regions of its own, because it is larger than half of one, the second figure is the larger one.
 */
final class HeapInRegions {
    private static final int HOLDS = 5_500;
    private static final int COUNTERS = 200_000;
    private static final int LINES = 64;
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total +\\d+ +(\\d+)");

    private HeapInRegions() {}

    public static void main(String[] args) throws Exception {
        LaneInMemory lane = LaneInMemory.ready();
        Op[] lines = new Op[LINES];
        for (int i = 0; i < LINES; i++) {
            String key = "k".repeat(Op.KEY_LENGTH_MAX - 3) + (100 + i);
            lane.run(Op.set(key, Long.MAX_VALUE / 2));
            lines[i] = Content.stock(key, 1);
        }
        for (int i = 0; i < COUNTERS; i++) {
            lane.run(Op.add("stock:sku-" + i, 1));
        }
        for (int i = 0; i < HOLDS; i++) {
            lane.command("hold-" + i, Content.hold(3_600_000, lines));
        }
        System.gc();
        System.gc();
        // The histogram's own garbage is not counted: it is taken last.
        long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        System.out.println("live " + live() + " used " + used + " holds " + lane.meta().holdsOpen);
    }

    private static long live() throws Exception {
        String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {null},
                        new String[] {String[].class.getName()});
        Matcher total = TOTAL.matcher(histogram);
        if (!total.find()) {
            throw new IllegalStateException("a histogram without a total: " + histogram);
        }
        return Long.parseLong(total.group(1));
    }
}
