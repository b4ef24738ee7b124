package dev.hotlane.proof.processor;

import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;

/** A minimal gateway: writes commands and reads one reply partition, on a thread of its own. */
final class Caller implements AutoCloseable, ReplyRecord.Receiver {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final byte[] NO_TRACE = {};

    private final String topic;
    private final int partition;
    private final RecordWriter writer = new RecordWriter();
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Map<Long, List<Answer>> answers = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Beat> beats = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this::hear, "caller");
    private volatile boolean closed;
    private long requests;

    Caller(String bootstrap, String lane, int partition) {
        this.topic = TopicSpec.commands(lane).name();
        this.partition = partition;
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrap, "linger.ms", 0, "acks", "all");
        producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap, "auto.offset.reset", "none"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        TopicPartition replies = new TopicPartition(TopicSpec.replies(lane, 1).name(), partition);
        consumer.assign(List.of(replies));
        consumer.seekToEnd(List.of(replies));
        consumer.position(replies);
        thread.start();
    }

    /** Appends a command with this id; returns the request's number. */
    long send(String id, Command command) {
        long request = ++requests;
        byte[] key = id.getBytes(StandardCharsets.US_ASCII);
        append(key, writer.command(key, new Routing(7, partition, request, partition), command, NO_TRACE));
        return request;
    }

    /** Appends any record. */
    Future<RecordMetadata> append(byte[] key, byte[] value) {
        return producer.send(new ProducerRecord<>(topic, TopicSpec.COMMAND_PARTITION, key, value));
    }

    /** Waits until the request is answered. */
    Answer answer(long request) {
        Awaitility.await("answer to request " + request)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> answers.containsKey(request));
        return answers.get(request).get(0);
    }

    /** All answers to a request that have arrived. */
    List<Answer> answers(long request) {
        return answers.getOrDefault(request, List.of());
    }

    Answer call(String id, Command command) {
        return answer(send(id, command));
    }

    /** Number of requests with an answer. */
    int answered() {
        return answers.size();
    }

    /** The last BEAT that arrived, or null. */
    Beat lastBeat() {
        Beat last = null;
        for (Beat beat : beats) {
            last = beat;
        }
        return last;
    }

    /** Number of BEATs that arrived. */
    int beatCount() {
        return beats.size();
    }

    private void hear() {
        ReplyRecord.Unpacker unpacker = new ReplyRecord.Unpacker();
        while (!closed) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(50))) {
                unpacker.unpack(record.value(), this);
            }
        }
        consumer.close();
    }

    @Override
    public void onReply(ReplyDecoder reply) {
        long value = 0;
        ReplyDecoder.ProblemDecoder problems = reply.problem();
        while (problems.hasNext()) {
            value = problems.next().available();
        }
        ReplyDecoder.ResultsDecoder results = reply.results();
        for (boolean first = true; results.hasNext(); first = false) {
            long result = results.next().value();
            value = first ? result : value;
        }
        Answer answer = new Answer(
                reply.request(),
                Verdict.of(reply.verdict()),
                reply.sequence(),
                reply.originSequence(),
                reply.flags().replayed(),
                value);
        answers.compute(answer.request(), (request, known) -> {
            List<Answer> all = known == null ? new ArrayList<>() : new ArrayList<>(known);
            all.add(answer);
            return List.copyOf(all);
        });
    }

    @Override
    public void onBeat(Beat beat) {
        beats.add(beat);
    }

    @Override
    public void close() {
        closed = true;
        producer.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
