package dev.hotlane.jmh.reads;

import dev.hotlane.client.CallOutcome;
import dev.hotlane.client.ChangedCounter;
import dev.hotlane.client.ClientSettings;
import dev.hotlane.client.Done;
import dev.hotlane.client.LaneClient;
import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.LaneProcess;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.infra.stack.Stack;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.topics.WantedTopics;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.jmh.lane.LogFiller;
import dev.hotlane.jmh.lane.http.HttpChild;
import dev.hotlane.protocol.HeapShare;
import dev.hotlane.protocol.TopicSpec;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** A lane with a node, and with gateways that run alone, on a stack that other lanes may share. One thread. */
final class ReadsLane implements AutoCloseable {
    /** Most gateways of a lane, its node's included. */
    static final int GATEWAYS = 10;

    private static final long SEED = 1;
    private static final Duration READY_MAX = Duration.ofSeconds(120);
    /** Longest wait for anything. */
    static final Duration FLUSH_MAX = Duration.ofMinutes(5);

    private static final Duration ANSWER_MAX = Duration.ofSeconds(5);
    private static final long POLL_MILLIS = 20;

    /** Heap that a node gives to cards where no option names it. */
    private static final long CARDS_BYTES_MAX = 256L << 20;

    private final Stack stack;
    private final String name;
    private final ReadsSettings settings;
    private final LocalPages pages = new LocalPages(Ports.free(), ANSWER_MAX);
    private final LaneProcess node;
    private final List<HttpChild> gateways = new ArrayList<>();

    /** Starts its node with these options; returns when it serves. */
    ReadsLane(Stack stack, String name, ReadsSettings settings, boolean view, String... options) {
        this.stack = stack;
        this.name = name;
        this.settings = settings;
        WantedTopics topics = WantedTopics.of(name, GATEWAYS).withView(view).withCards(true);
        Topics.ensure(
                stack.connection(),
                topics,
                1,
                LaneRules.fit(SEED, settings.jvmFlags(), new HeapShare(view, cardsBytesMax())));
        stack.createDatabase(name);
        node = new LaneProcess(stack, name, "node-" + name, settings.jvmFlags())
                .by(stack.bootstrapServers(), stack.jdbcUrl(name))
                .asNode(pages.port(), withCards(options));
        node.start();
        try {
            node.awaitReady();
            node.process().awaitReady(pages::ready, READY_MAX);
        } catch (RuntimeException e) {
            node.stop();
            throw e;
        }
    }

    /** At most a quarter of the heap of its JVMs. */
    private long cardsBytesMax() {
        return Math.min(CARDS_BYTES_MAX, LaneRules.heapBytes(settings.jvmFlags()) / 4);
    }

    private List<String> withCards(String... options) {
        List<String> all = new ArrayList<>(List.of(options));
        all.add("--cards-bytes-max=" + cardsBytesMax());
        return all;
    }

    /** Starts a gateway that runs alone, with these options; returns at once. */
    HttpChild gateway(int partition, List<String> flags, String... options) {
        HttpChild gateway = new HttpChild(
                "gateway-" + name + "-" + partition + "-" + gateways.size(),
                stack.directory(),
                port -> Jvm.hotlane(
                                "gateway",
                                "--lane=" + name,
                                "--kafka-bootstrap-servers=" + stack.bootstrapServers(),
                                "--mysql-url=" + stack.jdbcUrl(name),
                                "--mysql-user=" + stack.user(),
                                "--gateway-reply-partition=" + partition,
                                "--gateway-port=" + port,
                                "--gateway-admin-port=0",
                                "--gateway-proxies=127.0.0.0/8")
                        .words(withCards(options))
                        .flags(Jvm.WARM_UP_SOON)
                        .flags(flags)
                        .variable("HOTLANE_MYSQL_PASSWORD", stack.password()));
        gateways.add(gateway);
        return gateway;
    }

    /** The node's gateway, on 127.0.0.1. */
    int port() {
        return pages.port();
    }

    /** The pages of the node's gateway. */
    LocalPages pages() {
        return pages;
    }

    /** The node's process. */
    ChildProcess process() {
        return node.process();
    }

    /** The id of the node's process. */
    long pid() {
        return node.process().pid();
    }

    /** The lane's name. */
    String name() {
        return name;
    }

    ReadsSettings settings() {
        return settings;
    }

    /** Appends an add of 1 for each of these keys straight to the log; returns when MySQL has them. */
    void fill(int keys) {
        new LogFiller(stack.bootstrapServers(), name, SEED).fill(keys, keys);
        awaitFlushed();
    }

    /** Adds one unit to that counter. */
    void add(String key) {
        try (LaneClient client = LaneClient.connect(ClientSettings.of(pages.url()))) {
            CallOutcome<ChangedCounter> outcome =
                    client.counters().increment(key, 1).withId("add-" + key).send();
            if (!(outcome instanceof Done)) {
                throw new IllegalStateException("one unit could not be added to " + key + ": " + outcome);
            }
        }
    }

    private long offset(String of) {
        String status = node.status();
        return status == null
                ? -1
                : new JsonObject(status).getJsonObject("offsets").getLong(of);
    }

    /** Waits until the gateway's local reads are answered from its view; returns how many the lane answered before. */
    static long awaitView(LocalPages gateway) {
        AtomicLong fromLane = new AtomicLong();
        await("local reads come from the view", () -> {
            String source = gateway.get("/v1/counters/view?consistency=local")
                    .flatMap(answer -> answer.headers().firstValue("hotlane-source"))
                    .orElse("");
            fromLane.addAndGet(source.equals("lane") ? 1 : 0);
            return source.equals("view");
        });
        return fromLane.get();
    }

    /** Waits, five minutes at most. */
    static void await(String what, BooleanSupplier holds) {
        long deadline = System.nanoTime() + FLUSH_MAX.toNanos();
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("after " + FLUSH_MAX.toSeconds() + " s it is not so that " + what);
            }
            try {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }
    }

    /** Waits until MySQL has all that is in the log by now. */
    private void awaitFlushed() {
        long end;
        try (TopicLog log =
                new TopicLog(stack.connection(), TopicSpec.commands(name).name())) {
            end = log.endOffset();
        }
        await("all commands are in MySQL", () -> offset("flushed") >= end);
    }

    /** Compares MySQL with a replay of the log, once MySQL has all of it. */
    Verification verify() {
        awaitFlushed();
        return Verifier.run(
                stack.connection(), name, Verifier.database(stack.jdbcUrl(name), stack.user(), stack.password()));
    }

    @Override
    public void close() {
        gateways.forEach(HttpChild::close);
        node.stop();
    }
}
