package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.Gateway;
import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.gateway.settings.LaneSettings;
import dev.hotlane.gateway.settings.MySqlSettings;
import dev.hotlane.gateway.settings.ViewSettings;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.stack.MySqlServer;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.topics.WantedTopics;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.protocol.Rules;
import io.vertx.core.json.JsonObject;
import java.net.ConnectException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;

/** All parts of one lane on the shared stack; closing ends all that was started here. One thread. */
final class WholeLane implements AutoCloseable {
    /** The prefix of a viewing gateway's board. */
    static final String BOARD = "board:";

    /** Age of BEATs for gateways of tests that require an answer to every call, on a busy machine too. */
    static final Duration PATIENT = Duration.ofSeconds(10);

    private static final int GATEWAYS = 2;
    private static final int CONNECTIONS = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Small enough that the tests wrap it, and much larger than any of them needs. */
    private static final int WINDOW_SIZE = 20_000;

    final Lane lane;
    final ProcessorChild processor;
    private final Deque<Runnable> ends = new ArrayDeque<>();

    /** Creates the topics, and a slot for a processor that is not started. */
    WholeLane(Lane lane) {
        this(lane, rules(WINDOW_SIZE, Duration.ofMinutes(10)));
    }

    /** As {@link #WholeLane(Lane)}, with these rules. */
    WholeLane(Lane lane, Rules rules) {
        this(lane, rules, GATEWAYS, false);
    }

    private WholeLane(Lane lane, Rules rules, int gateways, boolean view) {
        this.lane = lane;
        WantedTopics wanted = WantedTopics.of(lane.name(), gateways).withView(view);
        Topics.ensure(lane.stack().connection(), wanted, 0, rules);
        processor = place("processor");
    }

    /** With a view topic, for two nodes and a gateway that runs alone. Each process needs {@code --view} too. */
    static WholeLane withView(Lane lane) {
        return withView(lane, rules(WINDOW_SIZE, Duration.ofMinutes(10)));
    }

    /** As {@link #withView(Lane)}, with these rules. */
    static WholeLane withView(Lane lane, Rules rules) {
        return new WholeLane(lane, rules, GATEWAYS + 1, true);
    }

    /** The usual rules with another window. */
    static Rules rules(int windowSize, Duration windowAge) {
        return LaneRules.small(7).withWindow(windowSize, windowAge.toMillis());
    }

    /** A slot for one more processor. */
    ProcessorChild place(String name) {
        ProcessorChild place = new ProcessorChild(lane, name);
        ends.push(place::close);
        return place;
    }

    /** A slot for a node whose gateway reads that reply partition. */
    ProcessorChild node(int replyPartition) {
        return place("node-" + replyPartition).asNode(replyPartition);
    }

    /** Callers of a node's gateway. */
    Client client(ProcessorChild node) {
        Client client = new Client(node.gatewayPort(), CONNECTIONS);
        ends.push(client::close);
        return client;
    }

    /** A running gateway on that reply partition; it may not serve yet. */
    Gateway gateway(int replyPartition) {
        return gateway(replyPartition, Duration.ofSeconds(2));
    }

    /** As {@link #gateway(int)}, with BEATs accepted up to that age. */
    Gateway gateway(int replyPartition, Duration beatAgeMax) {
        return gateway(replyPartition, usual -> usual.withTimes(usual.times().withBeatAgeMax(beatAgeMax)));
    }

    /** As {@link #gateway(int)}, with a view that has the board {@link #BOARD}; on a lane {@link #withView}. */
    Gateway viewingGateway(int replyPartition) {
        return gateway(
                replyPartition,
                usual -> usual.withView(ViewSettings.usual().withBoards(List.of(BOARD)))
                        .withTimes(usual.times().withBeatAgeMax(PATIENT)));
    }

    /** As {@link #gateway(int)}, with settings that the test changes. */
    Gateway gateway(int replyPartition, UnaryOperator<GatewaySettings> change) {
        GatewaySettings usual = GatewaySettings.of(lane.stack().bootstrapServers(), replyPartition, 0);
        LaneSettings here = usual.lane()
                .withName(lane.name())
                .withProducerMemory(usual.lane().producerMemory() / 4);
        Gateway gateway = Gateway.start(change.apply(usual.withLane(here))
                .withMySql(new MySqlSettings(lane.jdbcUrl(), MySqlServer.USER, MySqlServer.PASSWORD)));
        ends.push(gateway::close);
        return gateway;
    }

    /** Callers of a gateway. */
    Client client(Gateway gateway) {
        Client client = new Client(gateway, CONNECTIONS);
        ends.push(client::close);
        return client;
    }

    /** Starts the processor, a gateway and its callers; returns when commands are answered. */
    Client serve() {
        return serve(Duration.ofSeconds(2));
    }

    /** As {@link #serve()}, with a view, and with {@link #PATIENT}. */
    Client serveViewed() {
        processor.start("--view");
        Client client = client(viewingGateway(0));
        processor.awaitLeading();
        awaitServing(client);
        return client;
    }

    /** As {@link #serve()}, with BEATs accepted by the gateway up to that age. */
    Client serve(Duration beatAgeMax) {
        processor.start();
        Client client = client(gateway(0, beatAgeMax));
        processor.awaitLeading();
        awaitServing(client);
        return client;
    }

    /** Waits until the client's gateway is ready. A node leads or follows before its port is open. */
    static void awaitServing(Client client) {
        Awaitility.await("a gateway that serves")
                .atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(ConnectException.class)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> client.call(Call.get("/readyz")).status() == 200);
    }

    /** Retries after 503 and 504 until the outcome is known. */
    static Answer told(Client client, Call call) {
        return Awaitility.await("an answer to " + call)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> client.call(call), Answer::isFinal);
    }

    /** Waits until the gateway reports that MySQL has the command at that offset. */
    void awaitFlushed(Client client, long offset) {
        Awaitility.await("MySQL past offset " + offset)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> flushed(client) > offset);
    }

    static long flushed(Client client) {
        JsonObject status = client.call(Call.get("/v1/status")).json();
        return status.getLong("flushed", -1L);
    }

    /** Requires that MySQL equals a replay of the log, row by row, while all runs on. */
    Verification verify() {
        Verification verification = compare();
        assertThat(verification.equal())
                .as(() -> verification.summary() + " " + verification.differences())
                .isTrue();
        return verification;
    }

    /** Makes the same comparison and returns any result. */
    Verification compare() {
        return Verifier.run(
                lane.stack().connection(),
                lane.name(),
                Verifier.database(
                        lane.jdbcUrl(), lane.stack().user(), lane.stack().password()));
    }

    Census census() {
        return Census.of(lane.stack().connection(), lane.name());
    }

    /** What must hold after a load: answers, log, counters and MySQL agree. */
    void requireOneStory(Client client, History history) {
        requireOneStory(client, history, Set.of());
    }

    /** The same if the log also has these commands of others, on other counters. */
    void requireOneStory(Client client, History history, Set<String> others) {
        Map<String, Long> told = history.requireOneOrder();
        history.requireIn(census(), others);
        Map<String, Long> read = new HashMap<>();
        for (String counter : told.keySet()) {
            String path = URLEncoder.encode(counter, StandardCharsets.UTF_8).replace("+", "%20");
            read.put(counter, told(client, Call.read(path)).value());
        }
        assertThat(read).isEqualTo(told);
        awaitFlushed(client, history.lastOffset());
        assertThat(verify().nextOffset()).isGreaterThan(history.lastOffset());
    }

    @Override
    public void close() {
        while (!ends.isEmpty()) {
            ends.pop().run();
        }
    }
}
