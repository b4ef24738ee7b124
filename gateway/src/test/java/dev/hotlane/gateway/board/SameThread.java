package dev.hotlane.gateway.board;

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs tasks on the thread that passes them, at once or when the test says so. */
final class SameThread extends AbstractExecutorService {
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    boolean held;

    /** Runs the tasks that wait. */
    void run() {
        while (!waiting.isEmpty()) {
            waiting.remove().run();
        }
    }

    @Override
    public void execute(Runnable task) {
        if (held) {
            waiting.add(task);
        } else {
            task.run();
        }
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return true;
    }
}
