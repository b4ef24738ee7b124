package dev.hotlane.infra.admin;

import dev.hotlane.gateway.ScratchGateway;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.ReplyRecord;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A gateway whose one event loop can be made to stand: its log takes a command and does not return. One thread. */
final class StandingGateway implements AutoCloseable {
    private static final long LOOK_MS = 10;

    private final CountDownLatch taken = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final ScratchGateway gateway = ScratchGateway.start(new Log());

    ScratchGateway gateway() {
        return gateway;
    }

    /** What its port for callers answers within that time. */
    LocalPages callers(Duration within) {
        return new LocalPages(gateway.port(), within);
    }

    /** Opens it for callers; returns once its event loop stands. Throws if it answers a call instead. */
    void stand() throws InterruptedException {
        gateway.parts().health().opened();
        byte[] beat = ReplyRecord.message(
                new Beat(1, 1, 2, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1, 1, 64, 1_000, 86_400_000, 0, 1, 0, 1, 1, 0, 1_000));
        ReplyRecord.Packer packer = new ReplyRecord.Packer();
        packer.add(beat, 0, beat.length);
        gateway.receive(packer.seal());
        HttpRequest call = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + gateway.port() + "/v1/counters/a/increment"))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "one")
                .POST(HttpRequest.BodyPublishers.ofString("{\"amount\":1}"))
                .build();
        CompletableFuture<HttpResponse<String>> answer =
                HttpClient.newHttpClient().sendAsync(call, HttpResponse.BodyHandlers.ofString());
        CompletableFuture<Void> early = answer.thenAccept(response -> {
            throw new AssertionError("answered before its command was taken: " + response.body());
        });
        while (!taken.await(LOOK_MS, TimeUnit.MILLISECONDS)) {
            if (early.isDone()) {
                early.join();
            }
        }
    }

    @Override
    public void close() {
        goOn.countDown();
        gateway.close();
    }

    /** Keeps the thread that sends. */
    private final class Log extends MockProducer<byte[], byte[]> {
        Log() {
            super(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
            taken.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return super.send(record, callback);
        }
    }
}
