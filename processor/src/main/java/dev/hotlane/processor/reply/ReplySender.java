package dev.hotlane.processor.reply;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.Halt;
import dev.hotlane.processor.halt.HaltReason;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends packed replies and settles them in the mark when Kafka has them. A reply that finally fails halts the process:
 * the flush must never pass an unanswered command. Owned by the reply thread; acknowledgements arrive on Kafka's.
 */
public final class ReplySender implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ReplySender.class);

    private final Producer<byte[], byte[]> producer;
    private final String topic;
    private final AckMark mark;
    private final Halt halt;
    private final AtomicLong records = new AtomicLong();
    private final AtomicLong givenUp = new AtomicLong();
    private volatile boolean closing;

    /** @param producer closed by this sender */
    public ReplySender(Producer<byte[], byte[]> producer, String topic, AckMark mark, Halt halt) {
        this.producer = producer;
        this.topic = topic;
        this.mark = mark;
        this.halt = halt;
    }

    /** Fetches the topic's metadata, so that the first reply does not wait for it. On the starting thread. */
    public void warmUp() {
        producer.partitionsFor(topic);
    }

    /** Sends a record that the batch already counts. Waits for space in the producer; the ring then waits, too. */
    void send(int partition, byte[] value, AckMark.Batch batch) {
        records.setOpaque(records.getPlain() + 1);
        producer.send(new ProducerRecord<>(topic, partition, null, value), (metadata, fault) -> {
            if (fault == null) {
                mark.settle(batch);
            } else {
                failed(partition, fault);
            }
        });
    }

    private void failed(int partition, Exception fault) {
        if (closing) {
            givenUp.incrementAndGet();
            return;
        }
        halt.request(new HaltReason(
                ExitCode.REPLY_FAILED,
                "a reply to partition " + partition + " of " + topic + " failed for good: " + fault
                        + ". Once the topic takes records again start the processor: it answers what is still waited"
                        + " for from the stored results",
                fault));
    }

    /** Records sent so far; any thread. */
    public long records() {
        return records.getOpaque();
    }

    /** Waits up to 5 s for records in flight. Records given up then are no fault: no flush passes them. */
    @Override
    public void close() {
        closing = true;
        producer.close(Duration.ofSeconds(5));
        if (givenUp.get() > 0) {
            log.warn(
                    "{} records of replies did not reach {} before the stop; the next leader sends what is waited for",
                    givenUp.get(),
                    topic);
        }
    }
}
