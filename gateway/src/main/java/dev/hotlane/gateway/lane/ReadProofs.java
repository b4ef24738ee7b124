package dev.hotlane.gateway.lane;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Proves how old the state at a sequence is. A READ that leaves at t0 and returns sequence s shows that every answer
 * given before t0 has a lower sequence than s. So a view that includes s is as of t0 or later. Any thread.
 */
public final class ReadProofs {
    /** Time between two READs that are sent for a proof only. */
    static final long PACE_NANOS = Duration.ofMillis(50).toNanos();

    /** Proofs closer than this to the one before are not kept. */
    private static final long APART_NANOS = Duration.ofMillis(10).toNanos();

    private static final int KEPT_MAX = 64;
    private static final long NANOS_PER_MS = 1_000_000;

    /** Lead of the wall clock over nanoTime since t0 above which a proof is void: the machine stood still meanwhile. */
    private static final long STOOD_STILL_MS = 1_000;

    private final LongSupplier viewed;
    private final LongSupplier wallClock;
    private final AtomicLong started;
    private final AtomicLong paced;

    /** The proofs in order of their t0. */
    private volatile Proof[] kept = {};

    private volatile long history;

    /**
     * A READ on its way.
     *
     * @param nanos t0, nanoTime
     * @param wallMs wall clock at t0
     * @param history number of rewritten logs seen before
     * @param viewed W at t0
     */
    record Start(long nanos, long wallMs, long history, long viewed) {}

    private record Proof(Start start, long sequence) {}

    /**
     * Without a proof yet.
     *
     * @param viewed returns W, or -1 while there is no view; null if no view needs proofs, and then none is kept
     * @param wallClock returns epoch ms
     */
    public ReadProofs(LongSupplier viewed, LongSupplier wallClock, long nowNanos) {
        this.viewed = viewed;
        this.wallClock = wallClock;
        started = new AtomicLong(nowNanos - APART_NANOS);
        paced = new AtomicLong(nowNanos - PACE_NANOS);
    }

    /** The same, by this machine's clocks. */
    public static ReadProofs now(LongSupplier viewed) {
        return new ReadProofs(viewed, System::currentTimeMillis, System.nanoTime());
    }

    /** Whether a READ for a proof should leave now; true for one caller in {@link #PACE_NANOS}. */
    public boolean due(long nowNanos) {
        long last = paced.get();
        return viewed != null && nowNanos - last >= PACE_NANOS && paced.compareAndSet(last, nowNanos);
    }

    /** A READ leaves now; returns null if its proof is not needed. */
    Start start(long nowNanos) {
        long last = started.get();
        if (viewed == null || nowNanos - last < APART_NANOS || !started.compareAndSet(last, nowNanos)) {
            return null;
        }
        return new Start(nowNanos, wallClock.getAsLong(), history, viewed.getAsLong());
    }

    /**
     * The READ has returned this sequence. One that the view had when the READ left proves that Kafka lost what the log had
     * up to W: no proof holds for this view any more, until a pack of the new history replaces it.
     */
    synchronized void returned(Start start, long sequence) {
        if (start.viewed >= sequence) {
            clear();
            return;
        }
        Proof[] before = kept;
        boolean late = before.length > 0 && before[before.length - 1].start.nanos - start.nanos > 0;
        if (start.history != history || late) {
            return;
        }
        Proof[] after = before.length < KEPT_MAX ? before : thinned(before);
        after = Arrays.copyOf(after, after.length + 1);
        after[after.length - 1] = new Proof(start, sequence);
        kept = after;
    }

    /** Every second proof: a view that lags far behind still finds an old one. */
    private static Proof[] thinned(Proof[] all) {
        Proof[] half = new Proof[all.length / 2];
        Arrays.setAll(half, i -> all[2 * i]);
        return half;
    }

    /** The log was rewritten: all proofs are void, those on their way too. */
    public synchronized void clear() {
        history++;
        kept = new Proof[0];
    }

    /** The proven age in ms, rounded up, of the state after {@code sequence}; -1 if there is no proof. */
    public long ageMs(long sequence, long nowNanos) {
        Proof[] all = kept;
        for (int i = all.length - 1; i >= 0; i--) {
            if (all[i].sequence <= sequence) {
                Start start = all[i].start;
                long age = Math.max(0, nowNanos - start.nanos);
                boolean stoodStill = wallClock.getAsLong() - start.wallMs > age / NANOS_PER_MS + STOOD_STILL_MS;
                return stoodStill ? -1 : (age + NANOS_PER_MS - 1) / NANOS_PER_MS;
            }
        }
        return -1;
    }
}
