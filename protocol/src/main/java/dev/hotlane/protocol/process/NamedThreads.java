package dev.hotlane.protocol.process;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * CPU time of this JVM's threads of given names, read when it is asked for: the threads do nothing for it. The time of a
 * thread that has ended stays, so that no sum falls. Any thread.
 */
public final class NamedThreads {
    private static final double NANOS_PER_SECOND = 1e9;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Map<Long, Used> all = new HashMap<>();
    private final Map<String, Double> seconds = new TreeMap<>();

    /** What one thread has used. */
    private record Used(String name, long nanos) {}

    /** Of the threads of these names; threads of the same name are summed. */
    public NamedThreads(List<String> names) {
        names.forEach(name -> seconds.put(name, 0.0));
    }

    /** The names. */
    public List<String> names() {
        return List.copyOf(seconds.keySet());
    }

    /** Reads the times of all threads; {@link #seconds} gives them until the next look. Costs some 100 microseconds. */
    public synchronized void look() {
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && seconds.containsKey(thread.getThreadName())) {
                long nanos = threads.getThreadCpuTime(thread.getThreadId());
                if (nanos >= 0) {
                    all.put(thread.getThreadId(), new Used(thread.getThreadName(), nanos));
                }
            }
        }
        seconds.replaceAll((name, before) -> 0.0);
        all.values().forEach(used -> seconds.merge(used.name, used.nanos / NANOS_PER_SECOND, Double::sum));
    }

    /** CPU seconds of the threads of that name, as of the last look. */
    public synchronized double seconds(String name) {
        return seconds.get(name);
    }
}
