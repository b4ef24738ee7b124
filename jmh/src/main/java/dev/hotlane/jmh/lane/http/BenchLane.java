package dev.hotlane.jmh.lane.http;

import dev.hotlane.client.CallOutcome;
import dev.hotlane.client.ChangedCounter;
import dev.hotlane.client.ClientSettings;
import dev.hotlane.client.Done;
import dev.hotlane.client.LaneClient;
import dev.hotlane.infra.cli.Hotlane;
import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.LaneProcess;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.jmh.lane.LogFiller;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A whole lane for measuring: broker, database and a node, each a process of its own; or a processor and a gateway in
 * place of the node. One thread.
 */
public final class BenchLane implements AutoCloseable {
    /** What the lane is called. */
    public static final String LANE = "bench";

    private static final long SEED = 1;
    private static final Duration START_MAX = Duration.ofSeconds(90);
    private static final Duration PAGE_MAX = Duration.ofSeconds(15);
    private static final Duration FLUSH_MAX = Duration.ofMinutes(5);
    private static final long POLL_MILLIS = 20;

    private final DevStack stack;
    private final LaneProcess processor;
    /** Null in a lane of a node. */
    private final HttpChild gateway;

    private final LocalPages pages;
    private final LogFiller filler;

    private BenchLane(DevStack stack, LaneJvms jvms, Rules rules) {
        this.stack = stack;
        Topics.ensure(stack.bootstrapServers(), LANE, 1, rules);
        filler = new LogFiller(stack.bootstrapServers(), LANE, SEED);
        List<String> flags = new ArrayList<>(jvms.processorFlags());
        if (jvms.split()) {
            processor = new LaneProcess(stack, LANE, flags);
            gateway = gateway(jvms);
            pages = gateway.pages();
        } else {
            flags.addAll(0, jvms.gatewayFlags());
            int port = Ports.free();
            processor = new LaneProcess(stack, LANE, "node", flags).asNode(port, jvms.gatewayOptions());
            gateway = null;
            pages = new LocalPages(port, PAGE_MAX);
        }
        processor.start();
    }

    private HttpChild gateway(LaneJvms jvms) {
        List<String> program = new ArrayList<>(List.of(
                "gateway",
                "--lane=" + LANE,
                "--kafka-bootstrap-servers=" + stack.bootstrapServers(),
                "--gateway-port=PORT"));
        program.addAll(jvms.gatewayOptions());
        return new HttpChild("gateway", stack.directory(), jvms.gatewayFlags(), Hotlane.class.getName(), program);
    }

    /** Starts one on a temporary stack; returns when it answers. */
    public static BenchLane start(LaneJvms jvms) {
        return start(DevStackSettings.temporary(), jvms, Rules.first(SEED));
    }

    /** As {@link #start(LaneJvms)}, with a window of that size: what memory is measured on should not grow by it. */
    public static BenchLane start(LaneJvms jvms, int windowSize) {
        Rules usual = Rules.first(SEED);
        return start(DevStackSettings.temporary(), jvms, usual.withWindow(windowSize, usual.windowAgeMs()));
    }

    private static BenchLane start(DevStackSettings settings, LaneJvms jvms, Rules rules) {
        DevStack stack = DevStack.start(settings.withKafkaFlags(Jvm.WARM_UP_SOON));
        BenchLane lane = null;
        try {
            lane = new BenchLane(stack, jvms, rules);
            lane.processor.awaitReady();
            lane.processor
                    .process()
                    .awaitReady(() -> lane.pages.get("/readyz").filter(page -> page.statusCode() == 200).isPresent(), START_MAX);
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

    /** Broker and database. */
    public DevStack stack() {
        return stack;
    }

    /** The processor, or the node. */
    public LaneProcess processor() {
        return processor;
    }

    /** The gateway's pages. */
    LocalPages pages() {
        return pages;
    }

    /** The pids of the lane's processes by the name of their roles. */
    Map<String, Long> pids() {
        Map<String, Long> pids = new LinkedHashMap<>();
        if (gateway != null) {
            pids.put("gateway", gateway.pid());
        }
        pids.put(processor.name(), processor.process().pid());
        pids.put("broker", stack.kafka().pid());
        pids.put("mysqld", stack.mysql().pid());
        return pids;
    }

    /** Appends `add 1` that often straight to the log, the first ones each to a key of their own ({@link LogFiller}). */
    public void fill(int commands, int keys) {
        filler.fill(commands, keys);
    }

    /** Adds to a counter; once for each number of units. */
    public void add(String key, long units) {
        try (LaneClient client =
                LaneClient.connect(ClientSettings.of(pages.url()))) {
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
                        + " after " + FLUSH_MAX.toSeconds() + " s: see " + processor.name() + ".log in " + stack.directory());
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private long logEnd() {
        try (TopicLog log =
                new TopicLog(stack.bootstrapServers(), TopicSpec.commands(LANE).name())) {
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
                stack.bootstrapServers(), LANE, Verifier.database(stack.jdbcUrl(), stack.user(), stack.password()));
    }

    @Override
    public void close() {
        try {
            if (gateway != null) {
                gateway.close();
            }
            processor.stop();
        } finally {
            stack.close();
        }
    }
}
