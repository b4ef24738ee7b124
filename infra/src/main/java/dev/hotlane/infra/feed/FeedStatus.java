package dev.hotlane.infra.feed;

import dev.hotlane.protocol.process.BehindSince;
import java.util.concurrent.atomic.AtomicLong;

/** Figures of one feed. The feed's thread writes, any thread reads. */
public final class FeedStatus {
    /** What the process does. */
    public enum Role {
        /** It loads a state. */
        LOADING,
        /** It follows the log and the position; another process publishes, or none yet. */
        STANDBY,
        /** It publishes. */
        PUBLISHING
    }

    private final AtomicLong transactions = new AtomicLong();
    private final AtomicLong gaps = new AtomicLong();
    private final AtomicLong loads = new AtomicLong();
    private final AtomicLong fenced = new AtomicLong();
    private volatile Role role = Role.LOADING;
    private volatile long upTo = -1;
    private volatile long applied = -1;
    private volatile long lag;
    private final BehindSince behind = new BehindSince();

    /** Before the feed has begun. */
    public FeedStatus() {}

    void role(Role now) {
        role = now;
    }

    void fenced() {
        fenced.incrementAndGet();
    }

    void loading() {
        loads.incrementAndGet();
        role = Role.LOADING;
    }

    void position(long sequence, long appliedSequence, long lagRecords) {
        upTo = sequence;
        applied = appliedSequence;
        lag = lagRecords;
        behind.look(sequence + lagRecords, sequence, System.nanoTime());
    }

    void committed() {
        transactions.incrementAndGet();
    }

    void gap() {
        gaps.incrementAndGet();
    }

    /** What the process does now. */
    public Role role() {
        return role;
    }

    /** Sequence of the last record that is published, by any process; -1 for none. */
    public long upTo() {
        return upTo;
    }

    /** Sequence of the last record that this process applied; -1 for none. */
    public long applied() {
        return applied;
    }

    /** Times that this process began with a state: 1, and one for each SKIP of a record that it had applied. */
    public long loads() {
        return loads.get();
    }

    /** Times that another process fenced this one. */
    public long fences() {
        return fenced.get();
    }

    /** Records of the log behind it. */
    public long lag() {
        return lag;
    }

    /** Age of the oldest record of the log that is not published, by any process, in seconds; 0 for none. */
    public double lagSeconds() {
        return behind.seconds(System.nanoTime());
    }

    /** Transactions that this process committed. */
    public long transactions() {
        return transactions.get();
    }

    /** Gaps that this process published. */
    public long gaps() {
        return gaps.get();
    }
}
