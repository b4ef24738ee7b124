package dev.hotlane.protocol.process;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.management.ListenerNotFoundException;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * Measures how much of the largest heap (-Xmx) was free after the last garbage collection. A young collection leaves
 * garbage of the old generation in place, so the figure is a lower bound. A JVM thread updates it after each
 * collection, without polling; any thread may read it.
 */
public final class HeapHeadroom implements AutoCloseable {
    /** Warns below this share of the largest heap. */
    static final double WARN_BELOW = 0.15;

    /** Above this share the next fall below {@link #WARN_BELOW} warns again. */
    private static final double WELL_ABOVE = 0.25;

    private static final int MIB = 1 << 20;

    private final long max;
    private final Consumer<String> warn;
    private final Set<String> heapPools;
    private final NotificationListener listener = (notification, handback) -> collected(notification.getUserData());
    private volatile long used = -1;
    private boolean warned;

    /**
     * Watches this JVM until it is closed.
     *
     * @param warn receives a sentence when little is left, on a thread of the JVM
     */
    public static HeapHeadroom watch(Consumer<String> warn) {
        return watch(Runtime.getRuntime().maxMemory(), warn);
    }

    static HeapHeadroom watch(long max, Consumer<String> warn) {
        HeapHeadroom headroom = new HeapHeadroom(max, warn);
        emitters().forEach(emitter -> emitter.addNotificationListener(headroom.listener, null, null));
        return headroom;
    }

    HeapHeadroom(long max, Consumer<String> warn) {
        this.max = max;
        this.warn = warn;
        heapPools = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getName)
                .collect(Collectors.toSet());
    }

    private static List<NotificationEmitter> emitters() {
        List<NotificationEmitter> emitters = new ArrayList<>();
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (collector instanceof NotificationEmitter emitter) {
                emitters.add(emitter);
            }
        }
        return emitters;
    }

    private void collected(Object userData) {
        if (userData instanceof CompositeData data) {
            Map<String, MemoryUsage> after =
                    GarbageCollectionNotificationInfo.from(data).getGcInfo().getMemoryUsageAfterGc();
            long sum = 0;
            for (Map.Entry<String, MemoryUsage> pool : after.entrySet()) {
                sum += heapPools.contains(pool.getKey()) ? pool.getValue().getUsed() : 0;
            }
            collected(sum);
        }
    }

    /** Takes the bytes in use after a collection. */
    synchronized void collected(long usedAfter) {
        used = usedAfter;
        if (ratio() < WARN_BELOW && !warned) {
            warned = true;
            warn.accept(String.format(
                    "the heap is nearly full: %d of %d MiB are in use after a collection, %.0f %% are left. When it is"
                            + " full this process ends with exit code 3, and a processor's standby with it: give both"
                            + " more (-Xmx in HOTLANE_JAVA_OPTS), see the runbook \"Full heap\"",
                    usedAfter / MIB, max / MIB, 100 * ratio()));
        } else if (ratio() > WELL_ABOVE) {
            warned = false;
        }
    }

    /** Size of the largest heap in bytes. */
    public long max() {
        return max;
    }

    /** Bytes of the largest heap that were free after the last collection; before the first, those free now. */
    public long bytes() {
        long inUse = used;
        return Math.max(0, max - (inUse >= 0 ? inUse : inUseNow()));
    }

    private static long inUseNow() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** {@link #bytes} as a share of {@link #max}, 0 to 1. */
    public double ratio() {
        return (double) bytes() / max;
    }

    @Override
    public void close() {
        for (NotificationEmitter emitter : emitters()) {
            try {
                emitter.removeNotificationListener(listener);
            } catch (ListenerNotFoundException e) {
                throw new IllegalStateException("closed twice", e);
            }
        }
    }
}
