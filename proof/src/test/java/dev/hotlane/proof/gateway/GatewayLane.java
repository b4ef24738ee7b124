package dev.hotlane.proof.gateway;

import dev.hotlane.gateway.Gateway;
import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.gateway.settings.MySqlSettings;
import dev.hotlane.gateway.settings.PeerLimit;
import dev.hotlane.gateway.settings.Reach;
import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.MySqlServer;
import dev.hotlane.protocol.TopicSpec;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.awaitility.Awaitility;

/** The topics of a lane, a gateway on them, a scripted processor behind it, and a client. */
final class GatewayLane implements AutoCloseable {
    static final int REPLY_PARTITION = 1;
    private static final String OPS = "{\"ops\":[{\"op\":\"add\",\"key\":\"stock:a\",\"delta\":-1}]}";

    final Gateway gateway;
    final ScriptedProcessor processor;
    private final Lane lane;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private GatewayLane(Lane lane, GatewaySettings settings, ScriptedProcessor.Script script) {
        this.lane = lane;
        gateway = Gateway.start(settings);
        processor = new ScriptedProcessor(lane.stack().bootstrapServers(), lane.name(), REPLY_PARTITION, script);
    }

    /** Creates the topics, starts both, and waits until the gateway is ready. */
    static GatewayLane start(Lane lane, Settings settings, ScriptedProcessor.Script script) throws Exception {
        return start(lane, settings.of(lane.stack().bootstrapServers(), lane.name()), script);
    }

    /** As above, with the lane's database to list counters from. */
    static GatewayLane startListing(Lane lane, ScriptedProcessor.Script script) throws Exception {
        MySqlSettings mysql = new MySqlSettings(lane.jdbcUrl(), MySqlServer.USER, MySqlServer.PASSWORD);
        GatewaySettings settings = Settings.USUAL.of(lane.stack().bootstrapServers(), lane.name());
        return start(lane, settings.withMySql(mysql), script);
    }

    /** As above, for callers of those names and pages. */
    static GatewayLane startReached(Lane lane, Reach reach, ScriptedProcessor.Script script) throws Exception {
        GatewaySettings settings = Settings.USUAL.of(lane.stack().bootstrapServers(), lane.name());
        return start(lane, settings.withHttp(settings.http().withReach(reach)), script);
    }

    /** As above, with settings that the test changes. */
    static GatewayLane start(Lane lane, UnaryOperator<GatewaySettings> change, ScriptedProcessor.Script script)
            throws Exception {
        return start(lane, change.apply(Settings.USUAL.of(lane.stack().bootstrapServers(), lane.name())), script);
    }

    /** As above, on topics that exist; does not wait. */
    static GatewayLane startOn(Lane lane, UnaryOperator<GatewaySettings> change, ScriptedProcessor.Script script) {
        return new GatewayLane(
                lane, change.apply(Settings.USUAL.of(lane.stack().bootstrapServers(), lane.name())), script);
    }

    private static GatewayLane start(Lane lane, GatewaySettings settings, ScriptedProcessor.Script script)
            throws Exception {
        createTopics(lane);
        if (settings.reads().cards().on()) {
            CardTopicWriter.create(lane);
        }
        GatewayLane started = new GatewayLane(lane, settings, script);
        started.awaitReady();
        return started;
    }

    static void createTopics(Lane lane) throws InterruptedException, ExecutionException {
        try (Admin admin = admin(lane)) {
            List<NewTopic> topics = List.of(TopicSpec.commands(lane.name()), TopicSpec.replies(lane.name(), 2)).stream()
                    .map(spec -> new NewTopic(spec.name(), spec.partitions(), (short) 1).configs(spec.settings()))
                    .toList();
            admin.createTopics(topics).all().get();
            awaitTopics(admin, topics.stream().map(NewTopic::name).toList());
        }
    }

    /** Waits until the broker reports topics that were created, which is a moment later. */
    static void awaitTopics(Admin admin, List<String> names) {
        Awaitility.await().ignoreExceptions().until(() -> {
            return !admin.describeTopics(names).allTopicNames().get().isEmpty();
        });
    }

    static Admin admin(Lane lane) {
        return Admin.create(Map.of("bootstrap.servers", lane.stack().bootstrapServers()));
    }

    void awaitReady() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> get("/readyz").statusCode() == 200);
    }

    /** Next offset of the command topic. */
    long commandsEnd() {
        try (TopicLog log = new TopicLog(
                lane.stack().connection(), TopicSpec.commands(lane.name()).name())) {
            return log.endOffset();
        }
    }

    HttpResponse<String> get(String path, String... headers) {
        return send("GET", path, null, headers).join();
    }

    /** Sends a transaction of one op with a fresh key. */
    CompletableFuture<HttpResponse<String>> transact() {
        return transact(UUID.randomUUID().toString());
    }

    CompletableFuture<HttpResponse<String>> transact(String key) {
        return send("POST", "/v1/transactions", OPS, "Idempotency-Key", key);
    }

    HttpResponse<String> post(String path, String body, String... headers) {
        return send("POST", path, body, headers).join();
    }

    /** As {@link #get}, with the body as it arrives: no content coding is undone. */
    HttpResponse<byte[]> bytes(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + path))
                .timeout(Duration.ofSeconds(30));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofByteArray())
                .join();
    }

    CompletableFuture<HttpResponse<String>> send(String method, String path, String body, String... headers) {
        URI uri = URI.create("http://127.0.0.1:" + gateway.port() + path);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(Duration.ofSeconds(30))
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        if (body != null && !body.isEmpty() && !List.of(headers).contains("Content-Type")) {
            request.header("Content-Type", "application/json");
        }
        return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Sum of the meters whose lines begin so; 0 for none. */
    double meter(String prefix) {
        return get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(prefix))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    @Override
    public void close() {
        gateway.close();
        processor.close();
    }

    /** The gateway's settings that tests vary. */
    record Settings(int inFlightMax, int replyWaitMaxMs, int eventLoops, int drainMaxMs) {
        static final Settings USUAL = new Settings(1024, 10_000, 1, 5_000);

        GatewaySettings of(String bootstrapServers, String lane) {
            return at(GatewaySettings.of(bootstrapServers, REPLY_PARTITION, 0), lane);
        }

        GatewaySettings at(GatewaySettings usual, String lane) {
            return usual.withLane(usual.lane().withName(lane))
                    .withLimits(usual.limits().withInFlightMax(inFlightMax).withPeers(PeerLimit.NONE))
                    .withHttp(usual.http().withEventLoops(eventLoops))
                    .withTimes(usual.times()
                            .withReplyWaitMax(Duration.ofMillis(replyWaitMaxMs))
                            .withDrainMax(Duration.ofMillis(drainMaxMs)));
        }
    }
}
