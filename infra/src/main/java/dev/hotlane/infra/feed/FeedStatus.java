package dev.hotlane.infra.feed;

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
    private volatile Role role = Role.LOADING;
    private volatile long upTo = -1;
    private volatile long lag;

    /** Before the feed has begun. */
    public FeedStatus() {}

    void role(Role now) {
        role = now;
    }

    void position(long sequence, long lagRecords) {
        upTo = sequence;
        lag = lagRecords;
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

    /** Records of the log behind it. */
    public long lag() {
        return lag;
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
