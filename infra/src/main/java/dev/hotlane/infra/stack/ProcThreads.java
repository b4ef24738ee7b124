package dev.hotlane.infra.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** States of another process' threads, from Linux' /proc. Any thread. */
final class ProcThreads {
    /** Stopped by a signal or a debugger, or ended. */
    private static final String STANDING = "TtZX";

    private ProcThreads() {}

    /**
     * Whether each thread of the process is stopped or has ended. A SIGSTOP that was sent reaches one thread, which stops the
     * others when it gets a core; until then they go on. Always true without /proc.
     */
    static boolean allStopped(long pid) {
        Path tasks = Path.of("/proc", Long.toString(pid), "task");
        if (!Files.isDirectory(tasks)) {
            return true;
        }
        try (Stream<Path> threads = Files.list(tasks)) {
            return threads.allMatch(ProcThreads::isStopped);
        } catch (IOException | UncheckedIOException e) {
            // The process ended while its threads were listed.
            return !Files.isDirectory(tasks);
        }
    }

    /** The state is the letter behind the name in parentheses, which may contain parentheses itself (proc(5)). */
    private static boolean isStopped(Path thread) {
        try {
            String stat = Files.readString(thread.resolve("stat"));
            return STANDING.indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) >= 0;
        } catch (IOException e) {
            return !Files.exists(thread);
        }
    }
}
