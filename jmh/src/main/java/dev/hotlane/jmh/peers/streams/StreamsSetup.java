package dev.hotlane.jmh.peers.streams;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.streams.KafkaStreams;

/** What comes before the first record. Any thread; blocks. */
final class StreamsSetup {
    private StreamsSetup() {}

    /** Makes topics of one partition and one replica; returns when the broker has them. */
    static void createTopics(String bootstrapServers, String... names) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
            admin.createTopics(List.of(names).stream()
                            .map(name -> new NewTopic(name, 1, (short) 1))
                            .toList())
                    .all()
                    .toCompletionStage()
                    .toCompletableFuture()
                    .join();
        }
    }

    /** Returns when it runs; throws IllegalStateException if it fails before. */
    static void start(KafkaStreams streams) throws InterruptedException {
        CountDownLatch decided = new CountDownLatch(1);
        streams.setStateListener((now, before) -> {
            if (now == KafkaStreams.State.RUNNING || now == KafkaStreams.State.ERROR) {
                decided.countDown();
            }
        });
        streams.start();
        decided.await();
        if (streams.state() == KafkaStreams.State.ERROR) {
            throw new IllegalStateException("Kafka Streams could not start; its log says why");
        }
    }
}
