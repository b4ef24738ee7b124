package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.cli.Console;
import dev.hotlane.infra.cli.PageCommand;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.topics.WantedTopics;
import dev.hotlane.protocol.TopicSpec;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of docs/feed.md print what the page shows below them, against a lane with a feed. Meanwhile a stock Kafka
 * Connect worker keeps a table by the page's files; worker and feed are killed in the middle. {@code -Ddocs.write=true}
 * writes the output into the page.
 */
@Tag("it")
@ExtendWith(RealStack.class)
class FeedPageTest {
    private static final Path PAGE = Path.of("../docs/feed.md");
    private static final boolean WRITE = Boolean.getBoolean("docs.write");
    private static final Duration EQUAL_MAX = Duration.ofMinutes(2);
    private static final int CHANGES = 120;

    private final long seed = Long.getLong("seed", 1);
    private final Random random = new Random(seed);
    private int sent;

    @Test
    void commandsDoWhatThePageSaysAndTheTableEqualsTheLaneThroughTwoKills(Lane lane, @TempDir Path directory)
            throws Exception {
        System.out.println("-Dseed=" + seed);
        try (WholeLane on = new WholeLane(lane)) {
            Topics.ensure(
                    lane.stack().connection(), WantedTopics.of(lane.name(), 2).withFeed(true), 0, null);
            WarehouseTable table = new WarehouseTable(lane);
            try (FeedChild feed = new FeedChild(lane);
                    ConnectWorker worker = new ConnectWorker(lane.stack(), lane.name(), table.connectorLines())) {
                // All processes start at once: each takes seconds.
                worker.start();
                feed.start();
                Client client = on.serve(WholeLane.PATIENT);
                runPage(lane, directory, client.port());
                abort(lane);
                change(client);
                worker.awaitRunning();
                Awaitility.await("rows")
                        .atMost(EQUAL_MAX)
                        .until(() -> !table.rows().isEmpty());
                feed.kill9();
                worker.kill9();
                long last = change(client);
                feed.start();
                worker.start();
                worker.awaitRunning();
                on.awaitFlushed(client, last);
                feed.awaitPublished(last);
                Awaitility.await("the table").atMost(EQUAL_MAX).untilAsserted(() -> {
                    worker.requireRunning();
                    assertThat(table.rows()).isEqualTo(table.checkpoint()).isNotEmpty();
                });
            }
        }
    }

    private static void runPage(Lane lane, Path directory, int port) throws Exception {
        String page = Files.readString(PAGE);
        List<PageCommand> commands = PageCommand.of(page);
        assertThat(commands).hasSizeGreaterThan(3);
        try (Console console = new Console(lane.stack(), directory)) {
            for (PageCommand command : commands) {
                String printed = console.run(command.command()
                        .replace("localhost:8080", "localhost:" + port)
                        .replace("hotlane.c", lane.name() + ".c"));
                if (WRITE) {
                    page = page.replace(
                            command.text(), command.with(printed.endsWith("\n") ? printed : printed + "\n"));
                    Files.writeString(PAGE, page);
                } else {
                    assertThat(PageCommand.masked(printed))
                            .as(command.command())
                            .isEqualTo(PageCommand.masked(command.output()));
                }
            }
        }
    }

    /** A cut that was never committed: a record that no reader may see. */
    private static void abort(Lane lane) {
        String topic = TopicSpec.counters(lane.name()).name();
        byte[] key = "stock:never".getBytes(StandardCharsets.UTF_8);
        byte[] value =
                "{\"key\":\"stock:never\",\"value\":1,\"held\":0,\"confirmed\":0,\"version\":1,\"asOf\":1,\"time\":1}"
                        .getBytes(StandardCharsets.UTF_8);
        Map<String, Object> own = lane.stack().connection().client(Map.of("transactional.id", topic + ".aborted"));
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(own, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(topic, key, value));
            producer.flush();
            producer.abortTransaction();
        }
    }

    /** Sets, adds, holds that expire soon, and removals; returns the offset of the last one. */
    private long change(Client client) {
        long last = -1;
        for (int i = 0; i < CHANGES; i++) {
            // Keys that differ by case only: a careless table mixes them up.
            String key = (random.nextBoolean() ? "stock:" : "Stock:") + random.nextInt(20);
            String id = "feed-page-" + sent++;
            Call call = switch (random.nextInt(5)) {
                case 0 -> Call.reserve(id, "{\"lines\":[{\"key\":\"" + key + "\",\"quantity\":1}],\"ttlMs\":200}");
                case 1 -> Call.transact(id, new JsonObject().put("op", "remove").put("key", key));
                case 2 -> Call.transact(id, Call.add(key, 3), Call.add("stock:all", 1));
                default -> Call.put(id, key, random.nextInt(1_000));
            };
            Answer answer = WholeLane.told(client, call);
            last = answer.status() < 300 ? answer.offset() : last;
        }
        return last;
    }
}
