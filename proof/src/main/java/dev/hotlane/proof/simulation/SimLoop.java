package dev.hotlane.proof.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** An event loop that runs its tasks when the simulation says so. It starts no thread. */
final class SimLoop extends ScheduledThreadPoolExecutor {
    private final LongSupplier nanos;
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final List<Timed> timed = new ArrayList<>();

    private record Timed(Runnable task, long at) {}

    SimLoop(LongSupplier nanos) {
        super(0);
        this.nanos = nanos;
    }

    /** Runs the tasks that wait and those whose time has come; returns false if there was none. */
    boolean turn() {
        for (Iterator<Timed> each = timed.iterator(); each.hasNext(); ) {
            Timed next = each.next();
            if (next.at() <= nanos.getAsLong()) {
                tasks.add(next.task());
                each.remove();
            }
        }
        int count = tasks.size();
        for (int i = 0; i < count; i++) {
            tasks.remove().run();
        }
        return count > 0;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        timed.add(new Timed(task, nanos.getAsLong() + unit.toNanos(delay)));
        return null;
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }
}
