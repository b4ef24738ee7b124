package dev.hotlane.jmh.lane.http;

import dev.hotlane.client.CallOutcome;
import dev.hotlane.client.ClientSettings;
import dev.hotlane.client.CounterValue;
import dev.hotlane.client.Done;
import dev.hotlane.client.LaneClient;
import dev.hotlane.infra.verify.Verification;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** The whole lane, called by many threads of one JVM through the Java client's batcher; one hot key. One thread. */
public final class BatcherBench {
    private static final String KEY = "key:batcher";

    private final BenchLane lane;
    private final BatcherBenchSettings settings;
    private final PrintStream out;
    private final List<Double> rates = new ArrayList<>();

    /** On a lane of its own. */
    public BatcherBench(BenchLane lane, BatcherBenchSettings settings, PrintStream out) {
        this.lane = lane;
        this.settings = settings;
        this.out = out;
    }

    /** Runs it; true if the counter has one unit per call that is done, and MySQL equals the log. */
    public boolean run() throws InterruptedException {
        say("machine: %s", Machine.line());
        say("load: %d threads, %d calls under way of each", settings.threads(), settings.depth());
        long done;
        String fault;
        long value;
        try (LaneClient client = LaneClient.connect(ClientSettings.of("http://127.0.0.1:" + lane.port()))) {
            try (BatcherCallers callers = new BatcherCallers(client, settings, KEY)) {
                measure(callers, settings.warmUp());
                for (int i = 0; i < settings.repeats(); i++) {
                    CpuShares shares = CpuShares.of(lane);
                    rates.add(measure(callers, settings.window()));
                    say("  cores: %s", CpuShares.text(shares.cores()));
                }
                done = callers.stop();
                fault = callers.fault();
            }
            value = read(client);
        }
        rates.sort(null);
        say("median: %,.0f calls/s", rates.get(rates.size() / 2));
        lane.awaitFlushed();
        Verification verification = lane.verify();
        say("%,d calls done, %,d units counted; %s", done, value, verification.summary());
        if (fault != null) {
            say("WRONG: %s", fault);
        }
        return fault == null && value == done && verification.equal();
    }

    private double measure(BatcherCallers callers, Duration time) throws InterruptedException {
        callers.next();
        long before = callers.done();
        long begin = System.nanoTime();
        Thread.sleep(time.toMillis());
        double seconds = (System.nanoTime() - begin) / 1e9;
        double rate = (callers.done() - before) / seconds;
        Histogram micros = callers.next();
        say(
                "%,.0f calls/s, p50 %.1f ms, p99 %.1f ms",
                rate, micros.getValueAtPercentile(50) / 1e3, micros.getValueAtPercentile(99) / 1e3);
        return rate;
    }

    private static long read(LaneClient client) {
        CallOutcome<CounterValue> outcome = client.counters().get(KEY).send();
        if (outcome instanceof Done<CounterValue> done) {
            return done.value().value();
        }
        throw new IllegalStateException("the counter can't be read: " + outcome);
    }

    private void say(String format, Object... values) {
        out.println("  " + String.format(Locale.ROOT, format, values));
    }
}
