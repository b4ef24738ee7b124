package dev.hotlane.jmh.feed.rivals;

import dev.hotlane.jmh.load.CounterText;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** How often one client has had each write, and how late. One event loop. */
final class DeliveryCount {
    private static final int ROOM = 1 << 16;

    private final NumberedWrites writes;
    private final long[] newest;
    private byte[] times = new byte[ROOM];
    private long events;
    private long wrong;
    private Histogram delays;
    private long timedFrom;

    DeliveryCount(NumberedWrites writes) {
        this.writes = writes;
        newest = new long[writes.writers()];
    }

    /** The data of a change came, in that range. */
    void event(byte[] in, int from, int to) {
        event(CounterText.key(in, from, to), CounterText.value(in, from, to));
    }

    /** The change of a write came. */
    void event(long writer, long number) {
        events++;
        if (!writes.isOf(writer, number)) {
            wrong++;
            return;
        }
        newest[(int) writer] = number;
        long at = number - writes.first();
        if (at < 0) {
            return;
        }
        if (at >= times.length) {
            times = Arrays.copyOf(times, (int) Math.max(at + 1, 2L * times.length));
        }
        if (times[(int) at] < Byte.MAX_VALUE) {
            times[(int) at]++;
        }
        if (delays != null && number >= timedFrom) {
            delays.recordValue(Math.min(
                    delays.getHighestTrackableValue(),
                    TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - writes.sentAt(number))));
        }
    }

    /** From now on, events of writes from that number on are timed; null: none. */
    void time(Histogram into, long from) {
        delays = into;
        timedFrom = from;
    }

    /** Whether the last write of each writer has come. */
    boolean isComplete() {
        for (int i = 0; i < newest.length; i++) {
            if (newest[i] != writes.last(i)) {
                return false;
            }
        }
        return true;
    }

    /** All that came, whether it counts or not. */
    long events() {
        return events;
    }

    /** Events of what was never written. */
    long wrong() {
        return wrong;
    }

    /** Writes that count and never came. */
    long missing() {
        long missing = 0;
        for (int i = 0; i < writes.counted(); i++) {
            missing += i >= times.length || times[i] == 0 ? 1 : 0;
        }
        return missing;
    }

    /** Events of writes that had come before. */
    long doubled() {
        long doubled = 0;
        for (byte count : times) {
            doubled += Math.max(0, count - 1);
        }
        return doubled;
    }
}
