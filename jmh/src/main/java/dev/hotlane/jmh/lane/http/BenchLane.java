package dev.hotlane.jmh.lane.http;

import dev.hotlane.client.CallOutcome;
import dev.hotlane.client.ChangedCounter;
import dev.hotlane.client.ClientSettings;
import dev.hotlane.client.Done;
import dev.hotlane.client.LaneClient;
import dev.hotlane.infra.cli.Hotlane;
import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import dev.hotlane.infra.stack.LaneProcess;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.jmh.lane.LogFiller;
import dev.hotlane.jmh.load.HeaderSource;
import dev.hotlane.jmh.load.RequestSource;
import dev.hotlane.protocol.HeapShare;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.TopicSpec;
import io.vertx.core.json.JsonObject;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** A lane for measuring: broker, database, and a node or its parts, each a process of its own. One thread. */
public final class BenchLane implements AutoCloseable {
    /** How the lane is answered over HTTP. */
    public enum Form {
        /** By a gateway in a process of its own. */
        SPLIT,
        /** By the node that is the processor too. */
        NODE,
        /** Not at all: its reply partition is the caller's. */
        BARE,
        /** As {@link #NODE}, to callers with an API key. */
        NODE_KEY,
        /** As {@link #NODE}, by TLS. */
        NODE_TLS,
        /** As {@link #NODE_KEY}, by TLS. */
        NODE_TLS_KEY;

        private boolean isNode() {
            return this != SPLIT && this != BARE;
        }

        private boolean isKeyed() {
            return this == NODE_KEY || this == NODE_TLS_KEY;
        }

        private boolean isTls() {
            return this == NODE_TLS || this == NODE_TLS_KEY;
        }
    }

    /** What the lane is called. */
    public static final String LANE = "bench";

    private static final long SEED = 1;
    private static final Duration GATEWAY_READY_MAX = Duration.ofSeconds(90);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(15);
    private static final Duration FLUSH_MAX = Duration.ofMinutes(5);
    private static final long POLL_MILLIS = 20;

    private final DevStack stack;
    private final LaneProcess processor;
    private final HttpChild gateway;
    private final LocalPages pages;
    private final LogFiller filler;
    private final SSLContext tls;
    private final BenchKey key;

    private BenchLane(DevStack stack, LaneJvms jvms, Rules rules, Form form) {
        this.stack = stack;
        Topics.ensure(stack.connection(), LANE, 1, rules);
        filler = new LogFiller(stack.bootstrapServers(), LANE, SEED);
        processor = new LaneProcess(stack, LANE, form.isNode() ? jvms.nodeFlags() : jvms.processorFlags());
        int port = Ports.free();
        BenchTls certificate = form.isTls() ? BenchTls.make(stack.directory()) : null;
        tls = certificate == null ? null : certificate.client();
        key = form.isKeyed() ? BenchKey.make(stack.directory()) : null;
        if (form.isNode()) {
            List<String> options = withProxies(jvms.gatewayOptions());
            options.addAll(certificate == null ? List.of() : certificate.options());
            options.addAll(key == null ? List.of() : key.options());
            processor.asNode(port, options);
        }
        processor.start();
        gateway = form == Form.SPLIT ? gateway(stack, jvms) : null;
        pages = gateway == null ? new LocalPages(port, ANSWER_MAX, tls) : gateway.pages();
    }

    /** The load's connections are those of one address. */
    private static List<String> withProxies(List<String> options) {
        List<String> all = new ArrayList<>(options);
        all.add("--gateway-proxies=127.0.0.0/8");
        return all;
    }

    private static HttpChild gateway(DevStack stack, LaneJvms jvms) {
        List<String> program = new ArrayList<>(List.of(
                "gateway",
                "--lane=" + LANE,
                "--kafka-bootstrap-servers=" + stack.bootstrapServers(),
                "--gateway-port=PORT",
                "--gateway-admin-port=0"));
        program.addAll(withProxies(jvms.gatewayOptions()));
        return new HttpChild("gateway", stack.directory(), jvms.gatewayFlags(), Hotlane.class.getName(), program);
    }

    /** Starts one on a temporary stack; returns when it answers. */
    public static BenchLane start(LaneJvms jvms) {
        return start(DevStackSettings.temporary(), jvms, rules(jvms), Form.SPLIT);
    }

    /**
     * Starts one of that form.
     *
     * @param brokerProperties settings of the broker that override ours
     */
    public static BenchLane start(LaneJvms jvms, Form form, Map<String, String> brokerProperties) {
        DevStackSettings settings = DevStackSettings.temporary();
        for (Map.Entry<String, String> one : brokerProperties.entrySet()) {
            settings = settings.withKafkaProperty(one.getKey(), one.getValue());
        }
        return start(settings, jvms, rules(jvms), form);
    }

    /** As {@link #start(LaneJvms)}, with a window of that size: what memory is measured on should not grow by it. */
    public static BenchLane start(LaneJvms jvms, int windowSize) {
        Rules usual = rules(jvms);
        return start(DevStackSettings.temporary(), jvms, usual.withWindow(windowSize, usual.windowAgeMs()), Form.SPLIT);
    }

    /** For the smaller heap of processor and node. */
    private static Rules rules(LaneJvms jvms) {
        Rules alone = LaneRules.fit(SEED, jvms.processorFlags(), HeapShare.OF_A_PROCESSOR);
        Rules node = LaneRules.fit(SEED, jvms.nodeFlags(), HeapShare.OF_A_PROCESSOR);
        return alone.stateBytesMax() < node.stateBytesMax() ? alone : node;
    }

    private static BenchLane start(DevStackSettings settings, LaneJvms jvms, Rules rules, Form form) {
        DevStack stack = DevStack.start(settings.withKafkaFlags(jvms.allBrokerFlags()));
        BenchLane lane = null;
        try {
            lane = new BenchLane(stack, jvms, rules, form);
            lane.processor.awaitReady();
            if (form != Form.BARE) {
                ChildProcess server = form.isNode() ? lane.processor.process() : lane.gateway.process();
                server.awaitReady(lane.pages::ready, GATEWAY_READY_MAX);
            }
            return lane;
        } catch (RuntimeException e) {
            if (lane == null) {
                stack.close();
            } else {
                lane.close();
            }
            throw e;
        }
    }

    /** Where the gateway listens, on 127.0.0.1. */
    public int port() {
        return pages.port();
    }

    /** Trusts the gateway's certificate; null: it speaks plain HTTP. */
    SSLContext tls() {
        return tls;
    }

    /** Those requests as this lane's callers send them: with the API key, if they need one. */
    RequestSource signed(RequestSource source) {
        return key == null ? source : new HeaderSource(source, "Authorization: Bearer " + key.text());
    }

    /** Broker and database. */
    public DevStack stack() {
        return stack;
    }

    /** The processor. */
    public LaneProcess processor() {
        return processor;
    }

    /** The process of the gateway, if it has one of its own. */
    Optional<HttpChild> gateway() {
        return Optional.ofNullable(gateway);
    }

    /** The gateway's pages. */
    LocalPages pages() {
        return pages;
    }

    /** Appends `add 1` that often straight to the log, the first ones each to a key of their own ({@link LogFiller}). */
    public void fill(int commands, int keys) {
        filler.fill(commands, keys);
    }

    /** Adds to a counter; once for each number of units. */
    public void add(String key, long units) {
        ClientSettings settings = ClientSettings.of(pages.url()).withTls(tls);
        try (LaneClient client = LaneClient.connect(this.key == null ? settings : settings.withKey(this.key.text()))) {
            CallOutcome<ChangedCounter> outcome = client.counters()
                    .increment(key, units)
                    .withId("add-" + key + "-" + units)
                    .send();
            if (!(outcome instanceof Done)) {
                throw new IllegalStateException(units + " units could not be added to " + key + ": " + outcome);
            }
        }
    }

    /** The processor's word on itself; empty while it has none. */
    public JsonObject status() {
        String status = processor.status();
        return status == null ? new JsonObject() : new JsonObject(status);
    }

    /** Waits until the processor has applied all that is in the log by now. */
    public void awaitApplied() throws InterruptedException {
        await("applied");
    }

    /** Waits until MySQL has all that is in the log by now. */
    public void awaitFlushed() throws InterruptedException {
        await("flushed");
    }

    private void await(String offset) throws InterruptedException {
        long end = logEnd();
        long deadline = System.nanoTime() + FLUSH_MAX.toNanos();
        while (offset(offset) < end) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the offset '" + offset + "' had not reached the log's end " + end
                        + " after " + FLUSH_MAX.toSeconds() + " s: see processor.log in " + stack.directory());
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private long logEnd() {
        try (TopicLog log =
                new TopicLog(stack.connection(), TopicSpec.commands(LANE).name())) {
            return log.endOffset();
        }
    }

    /** One of the processor's offsets: applied, flushed, replied; 0 while it is silent. */
    public long offset(String name) {
        JsonObject offsets = status().getJsonObject("offsets");
        return offsets == null ? 0 : offsets.getLong(name);
    }

    /** One number out of MySQL. */
    public long sql(String query) {
        try (Connection connection = DriverManager.getConnection(stack.jdbcUrl(), stack.user(), stack.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            return rows.next() ? rows.getLong(1) : 0;
        } catch (SQLException e) {
            throw new IllegalStateException("MySQL did not answer " + query + ": " + e.getMessage(), e);
        }
    }

    /** Holds MySQL against a replay of the log. */
    public Verification verify() {
        return Verifier.run(
                stack.connection(), LANE, Verifier.database(stack.jdbcUrl(), stack.user(), stack.password()));
    }

    @Override
    public void close() {
        try {
            gateway().ifPresent(HttpChild::close);
            processor.stop();
        } finally {
            stack.close();
        }
    }
}
