package dev.hotlane.jmh.reads;

import dev.hotlane.jmh.reads.PlainConnection.Answer;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/**
 * Writes at one gateway, and reads at another until its view includes the write; from answer to answer. Thread
 * {@code probe}, from {@link #begin} to {@link #end}.
 */
final class VisibleProbe implements Runnable {
    private static final String KEY = "probe";
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long MICROS_MAX = TimeUnit.MINUTES.toMicros(1);
    private static final Pattern OFFSET = Pattern.compile("\"offset\":(\\d+)");
    private static final Pattern VALUE = Pattern.compile("\"value\":(\\d+)");

    private final ReadsRun run;
    private final int writeAt;
    private final int readAt;
    private final String name;
    private final Histogram micros = new Histogram(MICROS_MAX, 3);
    private Thread thread;
    private volatile boolean stopped;

    /** @param name part of the ids of its writes, so that they differ from another's */
    VisibleProbe(ReadsRun run, int writeAt, int readAt, String name) {
        this.run = run;
        this.writeAt = writeAt;
        this.readAt = readAt;
        this.name = name;
    }

    void begin() {
        stopped = false;
        thread = new Thread(this, "probe");
        thread.start();
    }

    void end() throws InterruptedException {
        stopped = true;
        thread.join();
    }

    /** From the write's answer to the first read that includes it, in microseconds; after the end. */
    Histogram micros() {
        return micros;
    }

    @Override
    public void run() {
        try (PlainConnection writer = new PlainConnection(writeAt);
                PlainConnection reader = new PlainConnection(readAt)) {
            while (!stopped) {
                once(writer, reader);
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (IOException | RuntimeException e) {
            run.fault("the probe of " + name + " ended: " + e);
        }
    }

    private void once(PlainConnection writer, PlainConnection reader) throws IOException {
        String id = name + "-" + System.nanoTime();
        Answer written = writer.post("/v1/counters/" + KEY + "/increment", id, "{}");
        long answered = System.nanoTime();
        long offset = number(OFFSET, written);
        long value = number(VALUE, written);
        Answer read = reader.get("/v1/counters/" + KEY + "?consistency=local");
        while (read.status() == 200 && read.number("hotlane-offset") < offset) {
            // Without a pause it would take the core that the lane needs.
            LockSupport.parkNanos(PAUSE_NANOS / 8);
            read = reader.get("/v1/counters/" + KEY + "?consistency=local");
        }
        long seen = System.nanoTime();
        boolean fromView = "view".equals(read.headers().get("hotlane-source"));
        if (read.status() != 200 || number(VALUE, read) < value) {
            run.fault("a write of " + value + " at offset " + offset + " was read as " + read);
        } else if (fromView) {
            micros.recordValue((seen - answered) / 1_000);
        } else {
            run.fault("a local read was answered by the lane: " + read);
        }
    }

    private static long number(Pattern pattern, Answer answer) {
        Matcher found = pattern.matcher(answer.body());
        if (answer.status() != 200 || !found.find()) {
            throw new IllegalStateException("unexpected answer " + answer);
        }
        return Long.parseLong(found.group(1));
    }
}
