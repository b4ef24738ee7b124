package dev.hotlane.jmh.reads;

import dev.hotlane.jmh.lane.http.Work;
import dev.hotlane.jmh.load.AnswerVerdict;
import dev.hotlane.jmh.load.CounterText;
import dev.hotlane.jmh.load.HttpLoad;
import dev.hotlane.jmh.load.LoadResult;
import dev.hotlane.jmh.load.LoadSettings;
import dev.hotlane.jmh.load.RequestSource;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Writes at a fixed rate, and remembers when each value of a counter was answered. Thread {@code writer}, from {@link
 * #begin} to {@link #end}; any thread asks for times.
 */
final class WriteLoad {
    private static final int REMEMBERED = 1 << 10;
    private static final int CONNECTIONS = 64;

    private final ReadsRun run;
    private final LoadSettings load;
    private final AtomicLongArray times;
    private final Thread thread = new Thread(this::write, "writer");
    private LoadResult result;

    /**
     * Adds of one.
     *
     * @param name part of their ids, so that they differ from others'
     * @param keys they go to, {@code key:0...} and on, uniformly
     */
    WriteLoad(ReadsRun run, int port, String name, int keys, double rate, Duration time) {
        this.run = run;
        times = new AtomicLongArray(keys * REMEMBERED);
        load = LoadSettings.open(
                port,
                CONNECTIONS,
                rate,
                time,
                new Stamped(Work.adds(name, keys, 1).source()));
    }

    void begin() {
        thread.start();
    }

    /** Waits until all writes are answered. */
    LoadResult end() throws InterruptedException {
        thread.join();
        if (result == null || result.all().total() != result.all().ok()) {
            run.fault("writes beside reads: " + (result == null ? "ended" : result.summary()));
        }
        return result;
    }

    private void write() {
        result = HttpLoad.run(load);
    }

    /** When a counter was answered to have that value, by nanoTime; 0 if it was not. */
    long answered(long key, long value) {
        return times.get(place(key, value));
    }

    private static int place(long key, long value) {
        return (int) (key * REMEMBERED + value % REMEMBERED);
    }

    /** Remembers the time of each answer. */
    private final class Stamped implements RequestSource {
        private final RequestSource adds;

        Stamped(RequestSource adds) {
            this.adds = adds;
        }

        @Override
        public void write(long n, ByteBuffer out) {
            adds.write(n, out);
        }

        @Override
        public AnswerVerdict judge(long n, int status, byte[] body, int from, int length) {
            long key = CounterText.key(body, from, from + length);
            long value = CounterText.value(body, from, from + length);
            if (status == 200 && key >= 0 && value >= 0) {
                times.set(place(key, value), System.nanoTime());
            }
            return adds.judge(n, status, body, from, length);
        }
    }
}
