package dev.hotlane.processor.state;

import dev.hotlane.protocol.Op;
import java.lang.management.ManagementFactory;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * A JVM of its own: fills a state step by step and prints after each step how many bytes of live objects it added for each
 * item; at the end the bytes of all live objects and of the heap in use. Where G1 gives an array whole regions, because it
 * is larger than half of one, the last figure is the larger one. The window stays small, so its entries count nowhere.
 */
final class HeapFigures {
    private static final int MANY = 100_000;
    private static final int FEW = 2_750;
    private static final long TTL_MS = 3_600_000;
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total +\\d+ +(\\d+)");

    private final LaneInMemory lane = LaneInMemory.ready(new RulesDraft().build());
    private long live;

    private HeapFigures() {}

    public static void main(String[] args) {
        HeapFigures figures = new HeapFigures();
        figures.print();
        System.gc();
        System.gc();
        long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        System.out.println("live " + live() + " used " + used + " holds " + figures.lane.meta().holdsOpen);
    }

    private void print() {
        stockUp(20);
        stockUp(200);
        // The first histogram makes what all later ones need.
        live();
        live = live();
        step("counter", MANY, i -> lane.run(Op.add("item:" + Sizes.key(i, 15), 1)));
        Op[] line = Sizes.lines(1, 20);
        step("open reservation of a line", MANY, i -> lane.command("one-" + i, Content.hold(TTL_MS, line)));
        step("resolved reservation of a line", MANY, i -> {
            lane.command("gone-" + i, Content.hold(TTL_MS, line));
            lane.command("end-" + i, Content.cancel("gone-" + i));
        });
        Op[] small = Sizes.lines(64, 20);
        step("open reservation of 64 lines", FEW, i -> lane.command("some-" + i, Content.hold(TTL_MS, small)));
        Op[] large = Sizes.lines(64, 200);
        step(
                "open reservation of 64 lines, keys of 200 bytes",
                FEW,
                i -> lane.command("large-" + i, Content.hold(TTL_MS, large)));
    }

    private void stockUp(int keyLength) {
        for (int i = 0; i < 64; i++) {
            lane.run(Op.set(Sizes.key(i, keyLength), Long.MAX_VALUE / 2));
        }
    }

    private void step(String name, int items, IntConsumer add) {
        for (int i = 0; i < items; i++) {
            add.accept(i);
        }
        long now = live();
        System.out.println("item " + name + " = " + (now - live) / items);
        live = now;
    }

    private static long live() {
        try {
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
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }
}
