package dev.hotlane.processor.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.Halt;
import dev.hotlane.processor.halt.HaltReason;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class LogWriterTest {
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final CompletableFuture<HaltReason> halted = new CompletableFuture<>();
    private final LogWriter writer = new LogWriter(producer, "t.commands", new Halt(halted::complete));

    @Test
    void writesToTheOnePartitionWithoutAKey() {
        writer.append(new byte[] {1});
        assertThat(producer.history()).singleElement().satisfies(record -> {
            assertThat(record.partition()).isZero();
            assertThat(record.key()).isNull();
        });
    }

    @Test
    void countsWhatWillBeMadeAnew() {
        writer.append(new byte[] {1});
        producer.errorNext(new TimeoutException("broker away"));
        assertThat(writer.failures()).isEqualTo(1);
        assertThat(halted).isNotDone();
    }

    @Test
    void endsInPeaceWhenTheBrokerIsAway() {
        writer.append(new byte[] {1});
        writer.close();
        producer.errorNext(new KafkaException("closed forcefully"));
        assertThat(halted).isNotDone();
    }

    @Test
    void haltsWhenItMayNotWrite() {
        writer.append(new byte[] {1});
        producer.errorNext(new TopicAuthorizationException("t.commands"));
        assertThat(halted.join().code()).isEqualTo(ExitCode.LOG_WRITE_FAILED);
    }
}
