package dev.hotlane.infra.stack;

import java.time.Duration;

/** A server of the embedded stack: one child process at a time. */
abstract class ChildServer implements StackServer {
    private final Duration stopPatience;
    private ChildProcess process;

    ChildServer(Duration stopPatience) {
        this.stopPatience = stopPatience;
    }

    /** Starts a process on the data of the last one. */
    abstract ChildProcess launch();

    /** Waits until it serves. */
    abstract void awaitServing(ChildProcess child);

    /** Follows each {@link #stop}. */
    void ended(ChildProcess child) {}

    @Override
    public synchronized void start() {
        if (process == null || !process.isAlive()) {
            process = launch();
            awaitServing(process);
        }
    }

    @Override
    public synchronized void kill9() {
        if (process != null) {
            process.kill9();
        }
    }

    @Override
    public synchronized void stop() {
        if (process != null) {
            process.stop(stopPatience);
            ended(process);
        }
    }

    synchronized void requireAlive() {
        process.requireAlive();
    }

    @Override
    public synchronized void suspend() {
        process.suspend();
    }

    @Override
    public synchronized void resume() {
        process.resume();
    }

    /** The server's process id. */
    public synchronized long pid() {
        return process.pid();
    }
}
