package dev.hotlane.gateway.lane;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The way of replies from a processor in the same process: the value of a reply record goes to every event loop without
 * the broker. The bytes on this way are bounded. {@link #handOver} and {@link #running} run on the processor's thread
 * reply, {@link #close} on any.
 */
public final class LocalReplies {
    /** 16 MiB: half a second of 250,000 replies a second of 130 bytes. */
    private static final int BYTES_MAX = 16 * 1024 * 1024;

    /** Limit of an event loop's pause: after it the callers have given up. Pauses of a starved machine are shorter. */
    private static final Duration STUCK = Duration.ofSeconds(10);

    /** Fewest looks in that time: a process that was suspended makes one look after a long time. */
    private static final int LOOKS_MIN = 40;

    private static final Duration LOOK = Duration.ofMillis(50);
    private static final ReplyConsumer.Batch NOTHING = new ReplyConsumer.Batch(List.of(), 0, false);

    private final LaneLink link;
    private final List<Exchanges> loops;
    private final Semaphore room = new Semaphore(BYTES_MAX);
    private final AtomicInteger asked = new AtomicInteger();
    private long askedNanos;
    private long lookedNanos;
    private int looks;
    private volatile boolean closed;

    /** Replies to the gateway of that link, whose exchanges are in these event loops. */
    public LocalReplies(LaneLink link, List<Exchanges> loops) {
        this.link = link;
        this.loops = List.copyOf(loops);
    }

    /** The gateway's partition of the reply topic. */
    public int partition() {
        return link.replyPartition();
    }

    /** First half of the gateway's incarnation. */
    public long incarnationHi() {
        return link.incarnationHi();
    }

    /** Second half of the gateway's incarnation. */
    public long incarnationLo() {
        return link.incarnationLo();
    }

    /**
     * Hands the value of a reply record to every event loop; waits at most {@code atMost} for room. Drops it once the
     * gateway is closed.
     *
     * @return false if there was no room: the record was not taken
     */
    public boolean handOver(byte[] record, Duration atMost) {
        if (closed) {
            return true;
        }
        int bytes = Math.min(record.length, BYTES_MAX);
        try {
            if (!room.tryAcquire(bytes, atMost.toNanos(), TimeUnit.NANOSECONDS)) {
                return closed;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return closed;
        }
        if (closed) {
            return true;
        }
        ReplyConsumer.Batch batch = new ReplyConsumer.Batch(List.of(record), System.nanoTime(), false);
        AtomicInteger left = new AtomicInteger(loops.size());
        for (Exchanges loop : loops) {
            loop.handOver(batch, () -> {
                if (left.decrementAndGet() == 0) {
                    room.release(bytes);
                }
            });
        }
        return true;
    }

    /**
     * Whether every event loop runs: each has carried out a task within 10 s. Called on the thread reply, several times
     * a second.
     */
    public boolean running() {
        long now = System.nanoTime();
        if (asked.get() == 0) {
            looks = 0;
            askedNanos = now;
            lookedNanos = now;
            asked.set(loops.size());
            loops.forEach(loop -> loop.handOver(NOTHING, asked::decrementAndGet));
        } else if (now - lookedNanos >= LOOK.toNanos()) {
            lookedNanos = now;
            looks++;
        }
        return closed || looks < LOOKS_MIN || now - askedNanos < STUCK.toNanos();
    }

    /** From now on drops what is handed over; a waiting {@link #handOver} returns at once. */
    public void close() {
        closed = true;
        room.release(BYTES_MAX);
    }
}
