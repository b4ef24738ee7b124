package dev.hotlane.jmh.reads;

import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Publishes many product cards without counters, as fast as the broker accepts them. No state. */
final class CardFiller {
    private static final int LINGER_MS = 5;
    private static final long SEED = 1;

    private CardFiller() {}

    /** Cards of these ranks from 0 on, in no order: a gateway that loads them must not get the busiest first. */
    static void fill(String bootstrapServers, String lane, int cards, int plain, int packed) {
        List<Integer> ranks = new ArrayList<>(IntStream.range(0, cards).boxed().toList());
        Collections.shuffle(ranks, new Random(SEED));
        TopicSpec topic = TopicSpec.cards(lane);
        AtomicReference<Exception> failure = new AtomicReference<>();
        Map<String, Object> settings = KafkaConnection.to(bootstrapServers)
                .client(Map.of(ProducerConfig.ACKS_CONFIG, "all", ProducerConfig.LINGER_MS_CONFIG, LINGER_MS));
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int rank : ranks) {
                String id = ZipfReads.id(rank);
                byte[] document = SampleCard.withoutCounters(id, plain, packed);
                producer.send(
                        new ProducerRecord<>(topic.name(), 0, id.getBytes(StandardCharsets.UTF_8), document),
                        (done, error) -> {
                            if (error != null) {
                                failure.compareAndSet(null, error);
                            }
                        });
            }
        }
        if (failure.get() != null) {
            throw new IllegalStateException("the cards could not be published", failure.get());
        }
    }
}
