package dev.hotlane.infra.stack;

import com.sun.management.OperatingSystemMXBean;
import dev.hotlane.protocol.HeapShare;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.process.HeapSize;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The first rules of a lane whose processes run here, with caps that fit their heaps. Any thread. */
public final class LaneRules {
    private static final Pattern LARGEST_HEAP = Pattern.compile("-Xmx([0-9]{1,6})([mg])");

    /** A JVM without -Xmx takes at most that part of the memory. */
    private static final int HEAP_PART = 4;

    private LaneRules() {}

    /** For processors and nodes with {@link Jvm#SMALL} flags, which may have a view. */
    public static Rules small(long hashSeed) {
        return fit(hashSeed, Jvm.SMALL, new HeapShare(true, 0));
    }

    /**
     * For processes whose JVMs have these flags.
     *
     * @param share what else is in their heaps
     */
    public static Rules fit(long hashSeed, List<String> jvmFlags, HeapShare share) {
        return fit(hashSeed, heapBytes(jvmFlags), share);
    }

    /** For processes with a heap of that size; StackException if it is too small. */
    public static Rules fit(long hashSeed, long heapBytes, HeapShare share) {
        Rules rules = share.fit(Rules.first(hashSeed), heapBytes);
        if (rules == null) {
            throw new StackException("a heap of " + heapBytes + " bytes is too small for any rules: give it more,"
                    + " such as HOTLANE_JAVA_OPTS=-Xmx1g");
        }
        return rules;
    }

    /** The heap of a JVM with these flags, in bytes; at most this JVM's if none of them names it. */
    public static long heapBytes(List<String> jvmFlags) {
        long bytes = 0;
        for (String flag : jvmFlags) {
            Matcher found = LARGEST_HEAP.matcher(flag);
            if (found.matches()) {
                bytes = Long.parseLong(found.group(1)) << (found.group(2).equals("g") ? 30 : 20);
            }
        }
        long memory =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        return bytes > 0 ? bytes : Math.min(HeapSize.bytes(), memory / HEAP_PART);
    }
}
