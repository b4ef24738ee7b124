package dev.hotlane.jmh.peers.streams;

import dev.hotlane.jmh.peers.front.Peer;
import dev.hotlane.jmh.peers.front.PeerAnswer;
import dev.hotlane.jmh.peers.front.PeerCommand;
import dev.hotlane.jmh.peers.front.PeerPlace;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.state.QueryableStoreTypes;

/**
 * HTTP -> command topic -> Kafka Streams -> reply topic -> HTTP, Streams in the front's own JVM. Calls are matched by a
 * number that this process gives them; the same id twice sells twice.
 */
public final class StreamsPeer implements Peer {
    private static final int WAITING_MAX = 10_000;
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration CLOSE_MAX = Duration.ofSeconds(5);

    private final Vertx vertx;
    private final String commands;
    private final KafkaProducer<String, byte[]> producer;
    private final KafkaConsumer<String, byte[]> consumer;
    private final KafkaStreams streams;
    private final Thread listener = new Thread(this::listen, "replies");
    private final Map<Long, Promise<Long>> waiting = new ConcurrentHashMap<>();
    private final AtomicLong calls = new AtomicLong();
    private Context loop;

    private StreamsPeer(Vertx vertx, PeerPlace place, String name, boolean exactlyOnce) {
        this.vertx = vertx;
        commands = name + ".commands";
        String replies = name + ".replies";
        StreamsSetup.createTopics(place.bootstrapServers(), commands, replies);
        producer = new KafkaProducer<>(
                StreamsSettings.producer(place.bootstrapServers()), new StringSerializer(), new ByteArraySerializer());
        consumer = new KafkaConsumer<>(
                StreamsSettings.consumer(place.bootstrapServers(), exactlyOnce),
                new StringDeserializer(),
                new ByteArrayDeserializer());
        TopicPartition partition = new TopicPartition(replies, 0);
        consumer.assign(List.of(partition));
        // Before anything can be sent, so that no reply is missed.
        consumer.seekToBeginning(List.of(partition));
        consumer.position(partition);
        streams = new KafkaStreams(
                StockTopology.of(commands, replies),
                StreamsSettings.streams(name, place.bootstrapServers(), exactlyOnce));
    }

    /** Makes topics of its own and starts Streams; returns when it runs. */
    public static StreamsPeer open(Vertx vertx, PeerPlace place, boolean exactlyOnce) throws InterruptedException {
        StreamsPeer peer = new StreamsPeer(vertx, place, "peer-" + UUID.randomUUID(), exactlyOnce);
        StreamsSetup.start(peer.streams);
        peer.listener.start();
        return peer;
    }

    @Override
    public Future<PeerAnswer> handle(PeerCommand command) {
        if (waiting.size() >= WAITING_MAX) {
            return Future.succeededFuture(PeerAnswer.BUSY);
        }
        return send(command.key(), command.units())
                .map(left -> left == StreamsRecords.SOLD_OUT ? PeerAnswer.SOLD_OUT : PeerAnswer.sold(left));
    }

    private Future<Long> send(String key, long units) {
        if (loop == null) {
            loop = vertx.getOrCreateContext();
        }
        Promise<Long> promise = Promise.promise();
        long call = calls.getAndIncrement();
        waiting.put(call, promise);
        producer.send(
                new ProducerRecord<>(commands, 0, key, new StreamsRecords(call, units).bytes()), (sent, failed) -> {
                    if (failed != null) {
                        loop.runOnContext(now -> fail(call, failed));
                    }
                });
        return promise.future();
    }

    private void fail(long call, Exception why) {
        Promise<Long> promise = waiting.remove(call);
        if (promise != null) {
            promise.fail(why);
        }
    }

    private void listen() {
        try {
            while (true) {
                ConsumerRecords<String, byte[]> batch = consumer.poll(POLL);
                if (!batch.isEmpty()) {
                    loop.runOnContext(now -> batch.forEach(this::settle));
                }
            }
        } catch (WakeupException e) {
            consumer.close();
        }
    }

    private void settle(ConsumerRecord<String, byte[]> reply) {
        StreamsRecords wire = StreamsRecords.read(reply.value());
        // At least once: no caller waits for a second reply.
        Promise<Long> promise = waiting.remove(wire.call());
        if (promise != null) {
            promise.complete(wire.units());
        }
    }

    @Override
    public void put(String key, long units) throws Exception {
        send(key, -units).toCompletionStage().toCompletableFuture().get();
    }

    @Override
    public long left(String key) {
        return streams.store(StoreQueryParameters.fromNameAndType(
                        StockTopology.STORE, QueryableStoreTypes.<String, Long>keyValueStore()))
                .get(key);
    }

    @Override
    public void close() {
        consumer.wakeup();
        if (streams.close(CLOSE_MAX)) {
            streams.cleanUp();
        }
        producer.close(CLOSE_MAX);
    }
}
