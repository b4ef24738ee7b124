package dev.hotlane.gateway.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.settings.LaneSettings;
import java.time.Duration;
import java.util.Set;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.Test;

class CommandProducerTest {
    /** By the name of the thread: another client library may call it otherwise. */
    @Test
    void findsTheThreadOfAProducer() {
        Set<Thread> before = KafkaClients.producerThreads();
        LaneSettings lane = LaneSettings.of("127.0.0.1:1", 0);
        try (KafkaProducer<byte[], byte[]> producer = KafkaClients.producer(lane, Duration.ofSeconds(1))) {
            Set<Thread> threads = KafkaClients.producerThreads();
            threads.removeAll(before);
            assertThat(threads).singleElement().matches(Thread::isAlive);
            producer.close(Duration.ZERO);
        }
    }
}
