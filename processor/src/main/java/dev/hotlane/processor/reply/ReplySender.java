package dev.hotlane.processor.reply;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.Halt;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.protocol.ReplyRecord;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends packed replies and settles them in the mark when Kafka has them. Replies to the gateway of this process go to it
 * in memory and are settled at once. A reply that finally fails halts the process: the flush must never pass an
 * unanswered command. Owned by the reply thread; acknowledgements arrive on Kafka's.
 */
public final class ReplySender implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ReplySender.class);
    private static final Duration HAND_OVER_MAX = Duration.ofSeconds(1);
    private static final Duration PROOF_MAX = Duration.ofSeconds(2);

    private final Producer<byte[], byte[]> producer;
    private final String topic;
    private final AckMark mark;
    private final Halt halt;
    private final OwnGateway own;
    private final AtomicLong records = new AtomicLong();
    private final AtomicLong handedOver = new AtomicLong();
    private final AtomicLong givenUp = new AtomicLong();
    private volatile boolean closing;

    /**
     * @param producer closed by this sender
     * @param own the gateway of this process, or {@link OwnGateway#NONE}
     */
    public ReplySender(Producer<byte[], byte[]> producer, String topic, AckMark mark, Halt halt, OwnGateway own) {
        this.producer = producer;
        this.topic = topic;
        this.mark = mark;
        this.halt = halt;
        this.own = own;
    }

    /** Whether replies to a gateway of this process are handed over in memory; LEAD says so. */
    public boolean inMemory() {
        return own != OwnGateway.NONE;
    }

    /** The gateway of this process, or {@link OwnGateway#NONE}. */
    OwnGateway own() {
        return own;
    }

    /** Fetches the topic's metadata, so that the first reply does not wait for it. On the starting thread. */
    public void warmUp() {
        producer.partitionsFor(topic);
    }

    /** The numbers of its Kafka client. Any thread. */
    public Map<MetricName, ? extends Metric> metrics() {
        return producer.metrics();
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

    /**
     * Hands a record that the batch already counts to the gateway of this process. Waits at most 1 s for room; the ring
     * then waits, too. After that the gateway is stuck: its lane must not go on without its answers.
     */
    void handOver(byte[] value, AckMark.Batch batch) {
        if (own.handOver(value, HAND_OVER_MAX)) {
            handedOver.setOpaque(handedOver.getPlain() + 1);
            mark.settle(batch);
        } else {
            stuck("took no replies for " + HAND_OVER_MAX.toMillis() + " ms");
        }
    }

    /** Ends the process if the event loops of the gateway in it are stuck. Called at each TICK of ours. */
    void requireRunning() {
        if (!own.running()) {
            stuck("has carried out nothing for seconds");
        }
    }

    private void stuck(String how) {
        halt.request(new HaltReason(
                ExitCode.GATEWAY_STUCK,
                "the gateway of this node " + how + ": its event loops are stuck. Nothing is lost: start the node"
                        + " again. If it repeats, take a thread dump (jstack) before, and see"
                        + " --gateway-event-loops"));
    }

    /**
     * Sends the proof that this process answered no record from {@code offset} on, for `hotlane skip`. Waits at most 2 s,
     * as the process ends then. Called on the thread state or log; does nothing unless it answers in memory.
     *
     * @param record the value, made by {@link ReplyRecord#halted}
     */
    public void prove(byte[] record, long offset) {
        if (!inMemory()) {
            return;
        }
        try {
            producer.send(new ProducerRecord<>(topic, 0, null, record))
                    .get(PROOF_MAX.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            log.warn(
                    "{} did not take the proof that offset {} was not answered: `hotlane skip {}` will need"
                            + " --may-have-been-answered",
                    topic,
                    offset,
                    offset,
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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

    /** Records handed over in memory so far; any thread. */
    public long handedOver() {
        return handedOver.getOpaque();
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
