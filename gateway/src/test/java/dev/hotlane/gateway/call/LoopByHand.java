package dev.hotlane.gateway.call;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** An event loop whose tasks run when the test says so. One thread. */
public final class LoopByHand extends ScheduledThreadPoolExecutor {
    private final List<Runnable> now = new ArrayList<>();
    private final List<Runnable> later = new ArrayList<>();
    long delayNanos = -1;

    public LoopByHand() {
        super(0);
    }

    /** Runs the tasks that are due at once; returns their number. */
    public int turn() {
        return run(now);
    }

    /** Lets the time come for the tasks that wait for it. */
    public int timeComes() {
        return run(later);
    }

    private static int run(List<Runnable> tasks) {
        List<Runnable> these = List.copyOf(tasks);
        tasks.clear();
        these.forEach(Runnable::run);
        return these.size();
    }

    @Override
    public void execute(Runnable command) {
        now.add(command);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        delayNanos = unit.toNanos(delay);
        later.add(command);
        return null;
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }
}
