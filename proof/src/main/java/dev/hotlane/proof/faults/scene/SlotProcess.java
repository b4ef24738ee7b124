package dev.hotlane.proof.faults.scene;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Jvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The processes of a slot, one after the other: starts, signals and exit codes. Any thread. */
final class SlotProcess {
    private static final Duration STOP_MAX = Duration.ofSeconds(30);

    private final String name;
    private final Path directory;
    private final Supplier<Jvm> jvm;
    private final List<Integer> exits = new ArrayList<>();
    private ChildProcess process;
    private boolean supervised;
    private boolean counted = true;

    /** @param jvm returns the next process before its start */
    SlotProcess(String name, Path directory, Supplier<Jvm> jvm) {
        this.name = name;
        this.directory = directory;
        this.jvm = jvm;
    }

    synchronized void start() {
        supervised = true;
        startOnce();
    }

    synchronized void startOnce() {
        count();
        if (process == null || !process.isAlive()) {
            process = jvm.get().start(name, directory);
            counted = false;
        }
    }

    synchronized void leaveAlone() {
        supervised = false;
    }

    synchronized void superviseOnce() {
        count();
        if (supervised && process != null && !process.isAlive()) {
            startOnce();
        }
    }

    private void count() {
        if (!counted && !process.isAlive()) {
            exits.add(process.exitCode());
            counted = true;
        }
    }

    synchronized List<Integer> exits() {
        if (process != null) {
            count();
        }
        return List.copyOf(exits);
    }

    synchronized void kill9() {
        process.requireAlive();
        process.kill9();
        count();
    }

    synchronized void strike() {
        if (isAlive()) {
            kill9();
        }
    }

    synchronized void freeze() {
        if (isAlive()) {
            suspend();
        }
    }

    synchronized int stop() {
        process.stop(STOP_MAX);
        count();
        return process.exitCode();
    }

    synchronized void suspend() {
        process.suspend();
    }

    synchronized void resume() {
        if (process != null && process.isAlive()) {
            process.resume();
        }
    }

    synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    synchronized long pid() {
        return process.pid();
    }

    synchronized String jcmd(String command) {
        return process.jcmd(command);
    }

    synchronized String tail() {
        return process == null ? name + " was never started" : process.tail();
    }

    synchronized void end() {
        supervised = false;
        if (process != null && process.isAlive()) {
            process.kill9();
        }
    }
}
