package dev.hotlane.jmh.servers;

import java.util.ArrayDeque;
import java.util.Deque;

/** Servers that are closed in the reverse order of their start. One thread. */
public final class OpenServers implements AutoCloseable {
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    /** Adds one that was started last. */
    public void push(AutoCloseable server) {
        open.push(server);
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                throw new IllegalStateException("a server could not be ended: " + e.getMessage(), e);
            }
        }
    }
}
