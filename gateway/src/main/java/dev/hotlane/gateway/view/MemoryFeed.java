package dev.hotlane.gateway.view;

import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.ViewPack;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fills the view from the processor of the same process: first the rows of its checkpoint, then its packs, one at a time.
 * The processor's threads call {@link #row}, {@link #loaded}, {@link #idle} and {@link #take}, which never wait; thread
 * {@code view-table} applies what they pass.
 */
public final class MemoryFeed implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(MemoryFeed.class);
    private static final long CLOSE_MAX_MS = 2_000;

    private final ViewTable table;
    private final Runnable rewritten;
    private final Thread thread = new Thread(this::run, "view-table");

    /** What waits for thread view-table: a checkpoint or a pack; null if nothing does. */
    private volatile Object passed;

    private volatile boolean stopping;
    private volatile boolean woken;
    private ViewRows rows = new ViewRows();
    private long loadedTo = Long.MIN_VALUE;

    private record LoadedRows(ViewRows rows, ViewCut cut) {}

    /** A feed that {@link #start} runs; {@code rewritten} runs on its thread when the log was rewritten below W. */
    public MemoryFeed(ViewTable table, Runnable rewritten) {
        this.table = table;
        this.rewritten = rewritten;
    }

    /** Starts the thread and returns this feed; {@code died} gets the cause if the thread dies, on that thread. */
    public MemoryFeed start(Consumer<Throwable> died) {
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((dead, cause) -> {
            log.error("the thread view-table died; reads go through the log until this process restarts", cause);
            table.drop();
            died.accept(cause);
        });
        table.wakeBy(this::wake);
        thread.start();
        return this;
    }

    /** Adds a counter of the checkpoint; a negative version marks a bucket. The key is copied. */
    public void row(byte[] key, int length, long value, long version, long held, long confirmed) {
        rows.add(key, length, value, version, held, confirmed);
    }

    /** All rows were added: they are as of this cut. */
    public void loaded(Meta cut, long topicHash) {
        long to = cut.sequenceBase + cut.nextOffset - 1;
        pass(new LoadedRows(
                rows, new ViewCut(topicHash, cut.sequenceBase, cut.epoch, ViewCut.UNKNOWN, to, cut.logTime)));
        rows = new ViewRows();
    }

    /** Whether nothing that was passed is still used. */
    public boolean idle() {
        return passed == null;
    }

    /** Passes a pack, which must not change before the feed is {@link #idle} again. */
    public void take(ViewPack pack) {
        pass(pack);
    }

    private void pass(Object next) {
        if (passed != null) {
            throw new IllegalStateException("the view still applies what was passed before");
        }
        passed = next;
        wake();
    }

    private void wake() {
        woken = true;
        LockSupport.unpark(thread);
    }

    /** A lock that a step waits for may use up the permit of an unpark, so the permit alone would not do. */
    private void run() {
        while (!stopping) {
            woken = false;
            if (!step()) {
                while (!woken && !stopping) {
                    LockSupport.park(this);
                }
            }
        }
    }

    /**
     * Applies what was passed, and does what followers do between two packs; returns false if there was nothing to do. Thread
     * {@code view-table} calls it; where it was not started, a simulation does.
     */
    public boolean step() {
        Object next = passed;
        boolean more = turn(next);
        if (next == null) {
            return more;
        }
        passed = null;
        return true;
    }

    /** Applies what was passed, or nothing; returns whether followers have more to do. */
    private boolean turn(Object next) {
        try {
            if (next != null) {
                apply(next);
            }
            return table.between();
        } catch (RuntimeException e) {
            log.error("a pack could not be applied: reads go through the log until this process restarts", e);
            table.drop();
            return false;
        }
    }

    private void apply(Object next) {
        if (next instanceof LoadedRows load) {
            loadedTo = load.cut.to();
            table.publish(load.rows, load.cut);
            log.info("the view has {} counters as of sequence {}", table.keys(), loadedTo);
        } else {
            apply((ViewPack) next);
        }
    }

    private void apply(ViewPack pack) {
        ViewCut at = table.cut();
        if (at == null) {
            return;
        }
        if (pack.parts() != 1) {
            throw new IllegalArgumentException("a pack in memory has one part, this one has " + pack.parts());
        }
        PackRule rule = PackRule.judge(pack, at, loadedTo);
        if (rule == PackRule.REWRITTEN && pack.from() == at.to()) {
            // The processor never applied what a SKIP takes out, so its packs continue; only proofs are void.
            rewritten.run();
            rule = PackRule.APPLY;
        }
        switch (rule) {
            case IGNORE -> log.debug("a pack up to {} was passed again", pack.to());
            case APPLY -> table.apply(List.of(pack));
            case GAP, REWRITTEN -> {
                log.error(
                        "a pack from {} to {} does not follow sequence {}: reads go through the log until this process"
                                + " restarts",
                        pack.from(),
                        pack.to(),
                        at.to());
                table.drop();
                rewritten.run();
            }
        }
    }

    /** Ends the thread, if it was started. */
    @Override
    public void close() {
        stopping = true;
        if (thread.getState() == Thread.State.NEW) {
            return;
        }
        LockSupport.unpark(thread);
        try {
            thread.join(CLOSE_MAX_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
