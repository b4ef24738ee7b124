package dev.hotlane.jmh.lane.transactions;

import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.jmh.figures.Median;
import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.jmh.lane.http.BenchReport;
import dev.hotlane.jmh.lane.http.CpuShares;
import dev.hotlane.jmh.lane.http.HttpChild;
import dev.hotlane.jmh.lane.http.LaneLoad;
import dev.hotlane.jmh.lane.http.Machine;
import dev.hotlane.jmh.lane.http.Work;
import dev.hotlane.jmh.load.LoadSettings;
import dev.hotlane.protocol.TopicSpec;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * CPU time of a Kafka transaction at client and broker, beside a lane under a fixed load. Each round has a window with
 * transactions and one without; which comes first changes from round to round. One thread.
 */
public final class TransactionsBench {
    private final BenchLane lane;
    private final TransactionsSettings settings;
    private final BenchReport report;
    private final LaneLoad load;
    private final Work work = Work.adds("transactions", 1, 1);
    private final List<TransactionRound> rounds = new ArrayList<>();
    private final List<String> topics = TransactionPublisher.topics(BenchLane.LANE);

    /** On a lane of its own. */
    public TransactionsBench(BenchLane lane, TransactionsSettings settings, PrintStream out) {
        this.lane = lane;
        this.settings = settings;
        report = new BenchReport(out);
        load = new LaneLoad(lane);
    }

    /** Runs it; true if a reader finds exactly what was committed, and MySQL equals the log. */
    public boolean run() throws InterruptedException {
        report.say("machine: %s", Machine.line());
        report.say(
                "load: %,d adds a second over %,d connections; %d transactions a second of 3 topics, %d records of each",
                settings.rate(), settings.connections(), settings.transactions(), settings.records());
        createTopics();
        List<String> faults = new ArrayList<>();
        try (HttpChild client = publisher()) {
            client.awaitReady("/readyz");
            warmUp(client);
            for (int i = 0; i < settings.rounds(); i++) {
                rounds.add(round(client, i % 2 == 0));
            }
            order(client, "/abort");
            faults.addAll(check(order(client, "/pause")));
        }
        print();
        return report.end(load, faults);
    }

    /** CPU time of a transaction at client and broker, in milliseconds: the median of the rounds. */
    public double medianMillis() {
        return Median.of(rounds, TransactionRound::millis);
    }

    private void createTopics() {
        try (TopicAdmin admin = new TopicAdmin(lane.stack().connection())) {
            for (String topic : topics) {
                admin.create(new TopicSpec(topic, 1, Map.of("message.timestamp.type", "LogAppendTime")), 1);
            }
        }
    }

    private HttpChild publisher() {
        return new HttpChild(
                "transactions",
                lane.stack().directory(),
                port -> Jvm.of(
                                TransactionPublisher.class.getName(),
                                Integer.toString(port),
                                lane.stack().bootstrapServers(),
                                BenchLane.LANE,
                                Integer.toString(settings.transactions()),
                                Integer.toString(settings.records()))
                        .flags(Jvm.WARM_UP_SOON, "-Xmx256m", "-XX:+UseSerialGC"));
    }

    /** Many transactions, one after the other: what compiles their code should not count. */
    private void warmUp(HttpChild client) {
        if (!settings.warmUp().isZero()) {
            order(client, "/rush");
            String lane = load.run(work, load(settings.warmUp())).summary();
            report.say("warm-up: %,d transactions; %s", order(client, "/pause"), lane);
        }
    }

    private TransactionRound round(HttpChild client, boolean withFirst) {
        TransactionRound round;
        if (withFirst) {
            TransactionRound half = with(client);
            round = new TransactionRound(half.perSecond(), half.with(), window(client));
        } else {
            Map<String, Double> without = window(client);
            TransactionRound half = with(client);
            round = new TransactionRound(half.perSecond(), half.with(), without);
        }
        report.say(
                "round: %.1f transactions/s, %.2f ms each; cores with: %s; without: %s",
                round.perSecond(), round.millis(), CpuShares.text(round.with()), CpuShares.text(round.without()));
        return round;
    }

    private TransactionRound with(HttpChild client) {
        long before = order(client, "/go");
        long begin = System.nanoTime();
        Map<String, Double> cores = window(client);
        long committed = order(client, "/pause") - before;
        return new TransactionRound(committed / ((System.nanoTime() - begin) / 1e9), cores, Map.of());
    }

    private Map<String, Double> window(HttpChild client) {
        Map<String, Long> pids = new LinkedHashMap<>(CpuShares.pids(lane));
        pids.put(TransactionRound.CLIENT, client.pid());
        CpuShares shares = new CpuShares(pids);
        load.run(work, load(settings.window()));
        return shares.cores();
    }

    private LoadSettings load(Duration duration) {
        return LoadSettings.open(lane.port(), settings.connections(), settings.rate(), duration, work.source());
    }

    private static long order(HttpChild client, String path) {
        return client.pages()
                .get(path)
                .filter(page -> page.statusCode() == 200)
                .map(page -> Long.parseLong(page.body()))
                .orElseThrow(() -> new IllegalStateException("the publisher did not answer " + path + ". "
                        + client.process().tail()));
    }

    /** Compares what readers find with what was committed; gives what is wrong. */
    private List<String> check(long committed) {
        List<String> faults = new ArrayList<>();
        long expected = committed * settings.records();
        for (String topic : topics) {
            try (TopicLog sure = new TopicLog(lane.stack().connection(), topic);
                    TopicLog all = TopicLog.uncommitted(lane.stack().connection(), topic)) {
                claim(faults, topic + " by read_committed", count(sure), expected);
                claim(faults, topic + " by read_uncommitted", count(all), expected + settings.records());
            }
        }
        report.say(
                "%,d transactions committed, 1 aborted; readers found %,d records of each topic", committed, expected);
        return faults;
    }

    private static long count(TopicLog log) {
        long[] found = {0};
        log.read(log.startOffset(), log.endOffset(), record -> found[0]++);
        return found[0];
    }

    private static void claim(List<String> faults, String what, long found, long expected) {
        if (found != expected) {
            faults.add(String.format(Locale.ROOT, "%s: %,d records found, %,d expected", what, found, expected));
        }
    }

    private void print() {
        report.table("| CPU of a transaction, ms | median (least to greatest) |\n|---|---|\n"
                + row("client", round -> round.millis(TransactionRound.CLIENT))
                + row("broker", round -> round.millis(TransactionRound.BROKER))
                + row("client and broker", TransactionRound::millis));
        report.say("%.2f ms: %s", medianMillis(), TransactionRound.consequence(medianMillis()));
    }

    private String row(String name, ToDoubleFunction<TransactionRound> figure) {
        return "| " + name + " | " + TransactionRound.text(rounds, figure) + " |\n";
    }
}
