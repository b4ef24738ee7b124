package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LaneProcess;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.topics.WantedTopics;
import dev.hotlane.proof.processor.ProcessorLane.Stored;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.ViewPack;
import dev.hotlane.protocol.ViewRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The view topic on a real broker, read by the rule of a gateway that runs alone. */
@Tag("it")
class ViewTopicTest extends OnALane {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Map<String, Long> rows = new TreeMap<>();
    private long at = -1;
    private int packs;
    private int loads;

    ViewTopicTest(Lane lane) {
        super(lane);
    }

    @Test
    void aReaderOfTheTopicHasMySqlsValuesAcrossAKillOfTheLeader() throws Exception {
        WantedTopics topics =
                WantedTopics.of(on.name, ProcessorLane.REPLY_PARTITIONS).withView(true);
        Topics.ensure(lane.stack().connection(), topics, 0, LaneRules.small(42));
        LaneProcess first = processor("view-a");
        LaneProcess second = processor("view-b");
        AtomicBoolean enough = new AtomicBoolean();
        Thread selling = new Thread(() -> sell(enough), "selling");
        try (KafkaConsumer<byte[], byte[]> topic = consumer()) {
            first.start();
            first.awaitReady();
            second.start();
            selling.start();
            follow(topic, 100);
            first.kill9();
            long killedAt = at;
            Awaitility.await().atMost(PATIENCE).until(second::leads);
            follow(topic, 100);
            assertThat(at).isGreaterThan(killedAt);
            enough.set(true);
            selling.join();
            on.caller.call("gone", Command.transact(Op.remove("k3")));
            long last =
                    on.caller.call("last", Command.transact(Op.add("last", 1))).sequence();
            Awaitility.await().atMost(PATIENCE).until(() -> {
                follow(topic, 1);
                return at >= last;
            });
            Awaitility.await().atMost(PATIENCE).until(() -> on.stored().cut().nextOffset > last);
            assertThat(rows)
                    .isEqualTo(on.stored().values())
                    .doesNotContainKey("k3")
                    .containsEntry("last", 1L);
            System.out.println(packs + " packs, MySQL loaded " + loads + " times");
        } finally {
            enough.set(true);
            selling.join();
            first.stop();
            second.stop();
        }
    }

    private LaneProcess processor(String name) {
        return new LaneProcess(lane.stack(), on.name, on.name + "-" + name, List.of("-Xmx256m"))
                .by(lane.stack().bootstrapServers(), lane.jdbcUrl())
                .with("--view");
    }

    /** Keeps some commands under way. */
    private void sell(AtomicBoolean enough) {
        for (int i = 0; !enough.get(); i++) {
            int sent = i;
            on.caller.send("sell-" + i, Command.transact(Op.add("k" + i % 50, 1)));
            Awaitility.await()
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> enough.get() || on.caller.answered() > sent - 20);
        }
    }

    private KafkaConsumer<byte[], byte[]> consumer() {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", lane.stack().bootstrapServers(), "auto.offset.reset", "none"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        TopicPartition partition = new TopicPartition(TopicSpec.view(on.name).name(), 0);
        consumer.assign(List.of(partition));
        consumer.seekToBeginning(List.of(partition));
        return consumer;
    }

    /** Reads on until that number of further packs is applied. */
    private void follow(KafkaConsumer<byte[], byte[]> topic, int more) {
        int until = packs + more;
        Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1)).until(() -> {
            for (ConsumerRecord<byte[], byte[]> record : topic.poll(Duration.ofMillis(100))) {
                read(new ViewRecord().wrap(record.value()));
            }
            return packs >= until;
        });
    }

    private void read(ViewPack pack) {
        assertThat(pack.topicHash()).isEqualTo(ViewRecord.topicHash(on.commandsTopicId()));
        assertThat(pack.parts()).isEqualTo(1);
        assertThat(pack.reset()).isFalse();
        if (pack.to() <= at) {
            return;
        }
        if (pack.from() > at) {
            load();
            assertThat(pack.from()).as("MySQL fits the next pack").isLessThanOrEqualTo(at);
            if (pack.to() <= at) {
                return;
            }
        }
        pack.forEach(new ViewPack.Sink() {
            @Override
            public void counter(byte[] key, int length, long value, long version, long held, long confirmed) {
                rows.put(new String(key, 0, length, StandardCharsets.UTF_8), value);
            }

            @Override
            public void removed(byte[] key, int length) {
                rows.remove(new String(key, 0, length, StandardCharsets.UTF_8));
            }
        });
        at = pack.to();
        packs++;
    }

    private void load() {
        Stored stored = on.stored();
        rows.clear();
        rows.putAll(stored.values());
        at = stored.cut().sequenceBase + stored.cut().nextOffset - 1;
        loads++;
    }
}
