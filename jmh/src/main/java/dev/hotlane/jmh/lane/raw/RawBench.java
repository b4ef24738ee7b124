package dev.hotlane.jmh.lane.raw;

import dev.hotlane.infra.verify.Verification;
import dev.hotlane.jmh.figures.Median;
import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.jmh.lane.http.BenchReport;
import dev.hotlane.jmh.lane.http.CpuShares;
import dev.hotlane.jmh.lane.http.Machine;
import dev.hotlane.protocol.TopicSpec;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * How many commands a second a lane answers when they come straight through the log: rates of windows, CPU by process and
 * by thread, and whether each reply and the total are right. One thread, and those of the package.
 */
public final class RawBench {
    private static final int REPLY_PARTITION = 0;
    private static final Duration BEAT_MAX = Duration.ofSeconds(30);
    private static final Duration DRAIN_MAX = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 20;
    private static final double SHOWN_CORES_MIN = 0.005;
    private static final String COUNTED = "SELECT CAST(SUM(value) AS SIGNED) FROM hl_counter WHERE k LIKE 'key:%'";

    private final BenchLane lane;
    private final RawBenchSettings settings;
    private final BenchReport report;
    private final OpenCommands open;
    private final ReplyAudit audit;
    private final UUID gateway = UUID.randomUUID();
    private final List<Double> rates = new ArrayList<>();

    /** On a lane without a gateway to which nothing else writes. */
    public RawBench(BenchLane lane, RawBenchSettings settings, PrintStream out) {
        this.lane = lane;
        this.settings = settings;
        report = new BenchReport(out);
        open = new OpenCommands(settings.keys(), settings.ops(), settings.inFlight());
        audit = new ReplyAudit(open, gateway.getMostSignificantBits(), gateway.getLeastSignificantBits());
    }

    /** Runs it; true if every reply was right, MySQL has one unit per acknowledged add, and MySQL equals the log. */
    public boolean run() throws InterruptedException {
        report.say("machine: %s", Machine.line());
        report.say(
                "load: %d adds a command, %s, %,d commands in flight",
                settings.ops(),
                settings.keys() == 1 ? "one hot key" : String.format(Locale.ROOT, "%,d keys", settings.keys()),
                settings.inFlight());
        String brokers = lane.stack().bootstrapServers();
        TopicPartition partition =
                new TopicPartition(TopicSpec.replies(BenchLane.LANE, 1).name(), REPLY_PARTITION);
        try (RawReplies replies = new RawReplies(brokers, partition, audit);
                RawCommands commands = new RawCommands(
                        brokers, BenchLane.LANE, gateway, REPLY_PARTITION, open, audit, settings.producer())) {
            replies.start();
            await("a BEAT of the leader", BEAT_MAX, () -> audit.beat() != null);
            commands.start();
            Thread.sleep(settings.warmUp().toMillis());
            measure();
            commands.stop();
            await("the last reply", DRAIN_MAX, () -> open.answered() == open.sent());
        }
        List<String> faults = check();
        report.say("%,d commands answered, each with the right value", open.answered());
        return report.end(faults);
    }

    private void measure() throws InterruptedException {
        Map<String, ThreadTimes> threads = new LinkedHashMap<>();
        CpuShares.pids(lane).forEach((name, pid) -> threads.put(name, new ThreadTimes(pid)));
        long first = open.answered();
        long begin = System.nanoTime();
        for (int i = 0; i < settings.windows() && audit.fault() == null; i++) {
            rates.add(window());
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        long commands = Math.max(1, open.answered() - first);
        threads.forEach((name, times) -> times.since().entrySet().stream()
                .filter(thread -> thread.getValue() / seconds >= SHOWN_CORES_MIN)
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .forEach(thread -> report.say(
                        "  %-10s %-16s %.3f cores, %.2f us a command",
                        name, thread.getKey(), thread.getValue() / seconds, thread.getValue() * 1e6 / commands)));
        double busy = threads.get("processor").since().getOrDefault("state", 0.0) / seconds;
        report.say("the thread state was busy %.0f %% of the time", 100 * busy);
        report.say("median: %,.0f commands/s", median());
    }

    private double window() throws InterruptedException {
        CpuShares shares = CpuShares.of(lane);
        long before = open.answered();
        long begin = System.nanoTime();
        Thread.sleep(settings.window().toMillis());
        double rate = (open.answered() - before) / ((System.nanoTime() - begin) / 1e9);
        Map<String, Double> cores = shares.cores();
        report.say("%,.0f commands/s; cores: %s", rate, CpuShares.text(cores));
        cores.replaceAll((name, used) -> used * 1e6 / Math.max(1, rate));
        double all = cores.values().stream().mapToDouble(Double::doubleValue).sum();
        report.say("  us a command: %s, in all %.2f", CpuShares.text(cores), all);
        return rate;
    }

    /** The median of the windows, in commands a second; 0 if a fault left none. */
    public double median() {
        return rates.isEmpty() ? 0 : Median.of(rates);
    }

    /** Waits for MySQL and compares its total with the replies, and its tables with the log; gives what is wrong. */
    public List<String> check() throws InterruptedException {
        List<String> faults = new ArrayList<>();
        if (audit.fault() != null) {
            faults.add(audit.fault());
        }
        lane.awaitFlushed();
        long counted = lane.sql(COUNTED);
        long added = open.answered() * settings.ops();
        if (counted != added) {
            faults.add(String.format(
                    Locale.ROOT, "units counted: MySQL has %,d, the replies acknowledged %,d", counted, added));
        }
        Verification verification = lane.verify();
        report.say("%,d units counted; %s", counted, verification.summary());
        if (!verification.equal()) {
            faults.add(verification.summary());
        }
        return faults;
    }

    private void await(String what, Duration atMost, BooleanSupplier met) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!met.getAsBoolean() && audit.fault() == null) {
            if (System.nanoTime() - deadline > 0) {
                audit.fail(what + " did not come within " + atMost.toSeconds() + " s");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }
}
