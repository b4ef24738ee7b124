package dev.hotlane.proof.contract;

import dev.hotlane.access.ApiKey;
import dev.hotlane.access.KeyText;
import dev.hotlane.gateway.Gateway;
import dev.hotlane.gateway.settings.AccessSettings;
import dev.hotlane.gateway.settings.CardMode;
import dev.hotlane.gateway.settings.CardSettings;
import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.gateway.settings.GatewayTimes;
import dev.hotlane.gateway.settings.LaneSettings;
import dev.hotlane.gateway.settings.MySqlSettings;
import dev.hotlane.gateway.settings.ViewSettings;
import dev.hotlane.infra.log.CardAppend;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.infra.stack.MySqlServer;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.topics.WantedTopics;
import dev.hotlane.proof.lane.ProcessorChild;
import dev.hotlane.protocol.Rules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/**
 * A lane with small limits that a test reaches, a processor and three gateways. One has the usual settings. The patient
 * one sends to a silent processor, waits only 200 ms for a reply, and has no MySQL. The viewing one has a view and a
 * board. One thread.
 */
final class ContractLane implements AutoCloseable {
    /** Commands in the window: more than the tests before {@link #pushOutOfTheWindow} send. */
    private static final int WINDOW_SIZE = 8_000;

    /** Limit of counters: more than the tests need, and few enough to reach. */
    static final int COUNTERS_MAX = 2_000;

    /** The prefix of the viewing gateway's board. */
    static final String BOARD = "board:";

    /** A product with a counter. */
    static final String PRODUCT = "phone";

    private static final int LARGE = 17;

    /** Products with more than 16 MiB, separated by commas. */
    static final String LARGE_PRODUCTS =
            IntStream.range(0, LARGE).mapToObj(i -> "large-" + i).collect(Collectors.joining(","));

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ProcessorChild processor;
    private final Gateway gateway;
    private final Gateway patientGateway;
    private final Gateway viewingGateway;
    private final Gateway keyedGateway;
    private final String key = KeyText.make();

    ContractLane(Lane lane) {
        WantedTopics topics = WantedTopics.of(lane.name(), 4).withView(true).withCards(true);
        Topics.ensure(lane.stack().connection(), topics, 0, rules());
        publish(lane);
        processor = new ProcessorChild(lane, "processor").start("--view");
        GatewaySettings usual = GatewaySettings.of(lane.stack().bootstrapServers(), 0, 0);
        MySqlSettings mysql = new MySqlSettings(lane.jdbcUrl(), MySqlServer.USER, MySqlServer.PASSWORD);
        gateway = Gateway.start(settings(lane, 0, usual.times(), mysql));
        patientGateway = Gateway.start(settings(
                lane,
                1,
                usual.times().withReplyWaitMax(Duration.ofMillis(200)).withBeatAgeMax(Duration.ofMinutes(10)),
                null));
        ViewSettings view = ViewSettings.usual().withBoards(List.of(BOARD));
        viewingGateway = Gateway.start(settings(lane, 2, usual.times(), mysql).withView(view));
        GatewaySettings keyed = settings(lane, 3, usual.times(), mysql);
        keyedGateway = Gateway.start(keyed.withHttp(keyed.http().withAccess(new AccessSettings(slowCaller()))));
        processor.awaitLeading();
        awaitReadiness(gateway, 200);
        awaitReadiness(patientGateway, 200);
        awaitReadiness(viewingGateway, 200);
        awaitReadiness(keyedGateway, 200);
        awaitStatus(gateway, "/v1/products/" + PRODUCT, 200);
        awaitStatus(patientGateway, "/v1/products/large-0", 200);
        awaitStatus(viewingGateway, "/v1/counters?consistency=local&prefix=" + BOARD, 200);
    }

    /** A principals file of one principal that may do all, once a second. */
    private Path slowCaller() {
        ApiKey entry = KeyText.entry(key, Long.MAX_VALUE);
        String text = """
                {"principals":[{"name":"slow","keys":[{"id":"%s","sha256":"%s"}],"grants":[
                {"verbs":["read","reserve","resolve","take","add","stock","observe"],
                "keys":"*","limits":"*","buckets":"*","holds":"tenant"}],"rate":{"perSecond":1,"burst":1,"inFlight":10,"streams":1}}]}
                """.formatted(entry.id(), HexFormat.of().formatHex(entry.sha256()));
        try {
            return Files.writeString(Files.createTempFile("principals", ".json"), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void publish(Lane lane) {
        String text = "x".repeat((1 << 20) - 100);
        try (CardAppend cards = new CardAppend(lane.stack().connection(), lane.name())) {
            cards.publish(PRODUCT, "{\"hotlane\":{\"counters\":[\"stock:phone\"]}}".getBytes(StandardCharsets.UTF_8));
            for (String id : LARGE_PRODUCTS.split(",")) {
                cards.publish(id, ("{\"text\":\"" + text + "\"}").getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static Rules rules() {
        Rules first = LaneRules.small(7);
        return new Rules(
                first.rulesVersion(),
                first.formatVersion(),
                first.opsMax(),
                first.readKeysMax(),
                WINDOW_SIZE,
                first.windowAgeMs(),
                first.tickSlackMs(),
                first.idFutureMs(),
                first.ttlMaxMs(),
                first.holdRetentionMs(),
                first.expiriesPerRecord(),
                COUNTERS_MAX,
                first.holdsMax(),
                first.resolvedMax(),
                first.hashSeed(),
                first.stateBytesMax(),
                first.windowBytesMax(),
                first.tenantHoldsMax());
    }

    private static GatewaySettings settings(Lane lane, int replyPartition, GatewayTimes times, MySqlSettings mysql) {
        GatewaySettings usual = GatewaySettings.of(lane.stack().bootstrapServers(), replyPartition, 0);
        LaneSettings here = usual.lane()
                .withName(lane.name())
                .withProducerMemory(usual.lane().producerMemory() / 4);
        CardSettings cards = CardSettings.OFF.withMode(CardMode.ALL);
        return usual.withLane(here).withTimes(times).withMySql(mysql).withCards(cards);
    }

    Gateway gateway() {
        return gateway;
    }

    Gateway patientGateway() {
        return patientGateway;
    }

    Gateway viewingGateway() {
        return viewingGateway;
    }

    /** The key of a principal with a rate of 1 per second, at {@link #keyedGateway}. */
    String key() {
        return key;
    }

    /** A gateway that serves callers with a key only. */
    Gateway keyedGateway() {
        return keyedGateway;
    }

    /** Runs so many commands that all earlier ones leave the window. */
    void pushOutOfTheWindow(Driver driver) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i <= WINDOW_SIZE; i++) {
            lines.append("{\"id\":\"push-").append(i).append("\",\"ops\":[{\"op\":\"check\",\"key\":\"p\"}]}\n");
        }
        driver.valid(driver.request("batch").body(lines.toString()), 200);
    }

    void killProcessor() {
        processor.kill9();
    }

    /** Waits until the usual gateway reports that it is not ready. */
    void awaitNotReady() {
        awaitReadiness(gateway, 503);
    }

    private static void awaitReadiness(Gateway gateway, int status) {
        awaitStatus(gateway, "/readyz", status);
    }

    private static void awaitStatus(Gateway gateway, String path, int status) {
        LocalPages pages = new LocalPages(gateway.port(), PATIENCE);
        Awaitility.await(path + " " + status)
                .atMost(PATIENCE)
                .until(() -> pages.get(path).orElseThrow().statusCode() == status);
    }

    @Override
    public void close() {
        gateway.close();
        patientGateway.close();
        viewingGateway.close();
        keyedGateway.close();
        processor.close();
    }
}
