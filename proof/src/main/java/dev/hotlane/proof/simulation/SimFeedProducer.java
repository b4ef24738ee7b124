package dev.hotlane.proof.simulation;

import dev.hotlane.proof.simulation.SimFeed.Point;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Kafka's transactional producer as a feed uses it, on {@link SimTransactions}. */
final class SimFeedProducer {
    private final World world;
    private final Way way;
    private int epoch = -1;
    private boolean sent;
    private boolean closed;

    /** What a process meets on its way to the coordinator. */
    interface Way {
        /** The process has come that far: it may end there, stand still, or wait for the broker. */
        void at(Point point);

        /** Whether the next commit fares badly. */
        boolean commitsBadly();
    }

    private SimFeedProducer(World world, Way way) {
        this.world = world;
        this.way = way;
    }

    @SuppressWarnings("unchecked")
    static Producer<byte[], byte[]> of(World world, Way way) {
        SimFeedProducer producer = new SimFeedProducer(world, way);
        return (Producer<byte[], byte[]>) Proxy.newProxyInstance(
                SimFeedProducer.class.getClassLoader(),
                new Class<?>[] {Producer.class},
                (proxy, method, args) -> producer.answer(method, args));
    }

    @SuppressWarnings("unchecked")
    private Object answer(Method method, Object[] args) {
        if (closed) {
            throw new KafkaException("the producer is closed");
        }
        switch (method.getName()) {
            case "initTransactions" -> {
                way.at(Point.BEFORE_FENCE);
                epoch = world.feeds.transactions.fence();
                way.at(Point.BEHIND_FENCE);
            }
            case "beginTransaction" -> sent = false;
            case "send" -> send((ProducerRecord<byte[], byte[]>) args[0], (Callback) args[1]);
            case "flush" -> {
                // Each send had its answer at once.
            }
            case "commitTransaction" -> commit();
            case "close" -> {
                // As of a process that dies: its transaction stays open until it is fenced, or for too long.
                closed = true;
                return null;
            }
            default -> throw new UnsupportedOperationException("Producer." + method.getName());
        }
        return null;
    }

    private void send(ProducerRecord<byte[], byte[]> record, Callback callback) {
        way.at(sent ? Point.BETWEEN_SENDS : Point.BEFORE_SEND);
        long offset = world.feeds.transactions.send(epoch, record);
        sent = true;
        TopicPartition partition = new TopicPartition(record.topic(), 0);
        callback.onCompletion(new RecordMetadata(partition, offset, 0, world.wallMillis(), 0, 0), null);
    }

    private void commit() {
        way.at(Point.BEFORE_COMMIT);
        if (!way.commitsBadly()) {
            world.feeds.transactions.commit(epoch, false);
            way.at(Point.BEHIND_COMMIT);
            return;
        }
        int drawn = world.feeds.chance.below(3);
        world.tally.count("feed commits of unknown outcome");
        if (drawn > 0) {
            world.feeds.transactions.commit(epoch, drawn == 1);
        }
        way.at(Point.COMMIT_UNANSWERED);
        throw new TimeoutException("no answer to the commit");
    }
}
