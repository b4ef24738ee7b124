package dev.hotlane.jmh.lane.transactions;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes transactions of three topics, evenly spaced, between {@code /go} and {@code /pause}; without a pause after {@code
 * /rush}. {@code /abort} writes one that is aborted. Each answer is the number of transactions committed so far. A JVM of its own: thread {@code publisher}
 * produces, threads of the HTTP server pass on the orders.
 */
public final class TransactionPublisher {
    private static final int VALUE_BYTES = 200;
    private static final int TIMEOUT_MS = 60_000;

    private final KafkaProducer<byte[], byte[]> producer;
    private final List<String> topics;
    private final int records;
    private final long spacing;

    private boolean running;
    private boolean rushing;
    private boolean abortWanted;
    private boolean atRest = true;
    private long committed;

    private TransactionPublisher(
            KafkaProducer<byte[], byte[]> producer, List<String> topics, int perSecond, int records) {
        this.producer = producer;
        this.topics = topics;
        this.records = records;
        spacing = TimeUnit.SECONDS.toNanos(1) / perSecond;
    }

    /** The topics of a lane. */
    static List<String> topics(String lane) {
        return List.of(lane + ".counters", lane + ".changes", lane + ".progress");
    }

    /** Port of the loopback address, brokers, lane, transactions a second, records of a topic in each; until it is killed. */
    public static void main(String[] args) throws IOException {
        Map<String, Object> own = Map.of(
                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                args[2] + ".transactions",
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                TIMEOUT_MS);
        KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                KafkaConnection.to(args[1]).client(own), new ByteArraySerializer(), new ByteArraySerializer());
        producer.initTransactions();
        TransactionPublisher publisher = new TransactionPublisher(
                producer, topics(args[2]), Integer.parseInt(args[3]), Integer.parseInt(args[4]));
        Thread thread = new Thread(publisher::run, "publisher");
        thread.start();
        HttpServer server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])), 0);
        server.createContext("/readyz", exchange -> answer(exchange, 0));
        server.createContext("/go", exchange -> answer(exchange, publisher.go(false)));
        server.createContext("/rush", exchange -> answer(exchange, publisher.go(true)));
        server.createContext("/pause", exchange -> answer(exchange, publisher.pause()));
        server.createContext("/abort", exchange -> answer(exchange, publisher.abort()));
        server.start();
    }

    private static void answer(HttpExchange exchange, long number) throws IOException {
        byte[] body = Long.toString(number).getBytes(StandardCharsets.US_ASCII);
        try (exchange) {
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private synchronized long go(boolean rush) {
        running = true;
        rushing = rush;
        notifyAll();
        return committed;
    }

    private synchronized long pause() {
        running = false;
        awaitRest();
        return committed;
    }

    private synchronized long abort() {
        abortWanted = true;
        notifyAll();
        awaitRest();
        return committed;
    }

    private void awaitRest() {
        try {
            while (!atRest || abortWanted) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private void run() {
        try {
            long next = System.nanoTime();
            while (true) {
                next = awaitOrder() ? System.nanoTime() : next + untilNext();
                LockSupport.parkNanos(next - System.nanoTime());
                transaction();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            producer.close();
        }
    }

    /** Waits until a transaction is wanted; true if it had to wait. */
    private synchronized boolean awaitOrder() throws InterruptedException {
        boolean waited = false;
        while (!running && !abortWanted) {
            atRest = true;
            notifyAll();
            wait();
            waited = true;
        }
        atRest = false;
        return waited;
    }

    private synchronized long untilNext() {
        return rushing ? 0 : spacing;
    }

    private void transaction() {
        producer.beginTransaction();
        for (String topic : topics) {
            for (int i = 0; i < records; i++) {
                producer.send(new ProducerRecord<>(
                        topic, ("key:" + i).getBytes(StandardCharsets.US_ASCII), new byte[VALUE_BYTES]));
            }
        }
        if (abortWanted()) {
            producer.flush();
            producer.abortTransaction();
            aborted();
        } else {
            producer.commitTransaction();
            committed();
        }
    }

    private synchronized boolean abortWanted() {
        return abortWanted;
    }

    private synchronized void aborted() {
        abortWanted = false;
    }

    private synchronized void committed() {
        committed++;
    }
}
