package dev.hotlane.jmh.lane.raw;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * CPU time by thread of a process since this was made, as Linux counts it in hundredths of a second. Threads whose first 15
 * letters are equal but for a last number are one, and what a thread that ended had used is missing. One thread.
 */
public final class ThreadTimes {
    private static final double TICKS_PER_SECOND = 100;
    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;

    private final Path tasks;
    private final Map<String, Double> before;

    /** Begins to count for that process. */
    public ThreadTimes(long pid) {
        tasks = Path.of("/proc", Long.toString(pid), "task");
        before = seconds();
    }

    /** Seconds of CPU time by thread since then. */
    public Map<String, Double> since() {
        Map<String, Double> since = seconds();
        since.replaceAll((name, seconds) -> seconds - before.getOrDefault(name, 0.0));
        return since;
    }

    private Map<String, Double> seconds() {
        Map<String, Double> seconds = new TreeMap<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
            for (Path task : all) {
                add(task.resolve("stat"), seconds);
            }
        } catch (IOException e) {
            throw new IllegalStateException("CPU by thread is not in " + tasks + ": " + e, e);
        }
        return seconds;
    }

    private static void add(Path stat, Map<String, Double> seconds) {
        String line;
        try {
            line = Files.readString(stat);
        } catch (IOException e) {
            return; // The thread has ended meanwhile.
        }
        int open = line.indexOf('(');
        int close = line.lastIndexOf(')');
        String name = line.substring(open + 1, close).replaceFirst("[-# ]*\\d+$", "");
        String[] fields = line.substring(close + 2).split(" ");
        double ticks = Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]);
        seconds.merge(name, ticks / TICKS_PER_SECOND, Double::sum);
    }
}
