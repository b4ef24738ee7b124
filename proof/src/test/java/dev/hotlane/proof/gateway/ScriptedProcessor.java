package dev.hotlane.proof.gateway;

import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.TopicSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Reads the command topic and replies by its script, with ten BEATs a second unless set to none. A stand-in for the
 * processor: it keeps no state. Its thread ends with {@link #close}.
 */
final class ScriptedProcessor implements AutoCloseable {
    private static final Duration POLL_MAX = Duration.ofMillis(10);
    private static final long BEAT_NANOS = Duration.ofMillis(100).toNanos();

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final KafkaProducer<byte[], byte[]> producer;
    private final TopicPartition replies;
    private final ReplyRecord.Packer packer = new ReplyRecord.Packer();
    private final ConcurrentLinkedQueue<byte[]> outbox = new ConcurrentLinkedQueue<>();
    private final AtomicLong seen = new AtomicLong();
    private final Thread thread;
    private volatile Script script;
    private volatile Beat beat = Beats.healthy();
    private volatile boolean stopping;
    private volatile Arrived last;
    private long lastBeat;

    /** Returns the reply messages to a record; called on the processor's thread. */
    interface Script {
        List<byte[]> answer(Arrived record);
    }

    ScriptedProcessor(String bootstrapServers, String lane, int replyPartition, Script script) {
        this.script = script;
        Map<String, Object> config = Map.of("bootstrap.servers", bootstrapServers, "linger.ms", 0);
        producer = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrapServers, "auto.offset.reset", "none"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        TopicPartition commands = new TopicPartition(TopicSpec.commands(lane).name(), 0);
        consumer.assign(List.of(commands));
        consumer.seekToBeginning(List.of(commands));
        replies = new TopicPartition(TopicSpec.replies(lane, 1).name(), replyPartition);
        thread = new Thread(this::run, "scripted-processor");
        thread.start();
    }

    /** Number of records read from the command topic. */
    long seen() {
        return seen.get();
    }

    /** The record read last, or null. */
    Arrived last() {
        return last;
    }

    /** Replies by this script from now on. */
    void script(Script next) {
        script = next;
    }

    /** Sends this BEAT from now on; null for none. */
    void beat(Beat next) {
        beat = next;
    }

    /** Sends one more reply record with this message. */
    void say(byte[] message) {
        outbox.add(message);
    }

    private void run() {
        while (!stopping) {
            for (ConsumerRecord<byte[], byte[]> polled : consumer.poll(POLL_MAX)) {
                Arrived record = new Arrived(polled);
                script.answer(record).forEach(this::pack);
                last = record;
                seen.incrementAndGet();
            }
            for (byte[] message = outbox.poll(); message != null; message = outbox.poll()) {
                pack(message);
            }
            Beat now = beat;
            if (now != null && System.nanoTime() - lastBeat > BEAT_NANOS) {
                lastBeat = System.nanoTime();
                pack(ReplyRecord.message(now));
            }
            flush();
        }
        consumer.close();
        producer.close(Duration.ZERO);
    }

    private void pack(byte[] message) {
        if (!packer.fits(message.length)) {
            flush();
        }
        packer.add(message, 0, message.length);
    }

    private void flush() {
        if (!packer.isEmpty()) {
            producer.send(new ProducerRecord<>(replies.topic(), replies.partition(), null, packer.seal()));
        }
    }

    @Override
    public void close() {
        stopping = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
