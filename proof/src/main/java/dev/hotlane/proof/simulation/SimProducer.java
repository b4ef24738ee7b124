package dev.hotlane.proof.simulation;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Kafka's producer as the processor uses it; records go to a {@link SimNetwork}. */
final class SimProducer {
    /** The numbers of a simulated lane are about a tenth of the product's. */
    private static final int SCALE = 10;

    private SimProducer() {}

    /** Receives each record that the product sends, and the callback for its end. */
    @FunctionalInterface
    interface Sending {
        void send(ProducerRecord<byte[], byte[]> record, Consumer<Exception> done);
    }

    /** Waits for the end of a send, as {@link Future#get(long, TimeUnit)}. */
    @FunctionalInterface
    interface Waiting {
        void await(BooleanSupplier until, long nanos);
    }

    @SuppressWarnings("unchecked")
    static Producer<byte[], byte[]> of(Sending sending, Waiting waiting) {
        return (Producer<byte[], byte[]>) Proxy.newProxyInstance(
                SimProducer.class.getClassLoader(), new Class<?>[] {Producer.class}, (proxy, method, args) -> {
                    if (method.getName().equals("partitionsFor")) {
                        return List.of();
                    }
                    if (!method.getName().equals("send")) {
                        throw new UnsupportedOperationException("Producer." + method.getName());
                    }
                    if (args.length == 1) {
                        return awaited(sending, waiting, (ProducerRecord<byte[], byte[]>) args[0]);
                    }
                    Callback callback = (Callback) args[1];
                    sending.send((ProducerRecord<byte[], byte[]>) args[0], fault -> callback.onCompletion(null, fault));
                    return (Future<?>) null;
                });
    }

    private static Future<RecordMetadata> awaited(
            Sending sending, Waiting waiting, ProducerRecord<byte[], byte[]> record) {
        CompletableFuture<RecordMetadata> sent = new CompletableFuture<>() {
            @Override
            public RecordMetadata get(long atMost, TimeUnit unit)
                    throws InterruptedException, ExecutionException, TimeoutException {
                waiting.await(this::isDone, unit.toNanos(atMost) / SCALE);
                return super.get(0, unit);
            }
        };
        sending.send(record, fault -> {
            if (fault == null) {
                sent.complete(null);
            } else {
                sent.completeExceptionally(fault);
            }
        });
        return sent;
    }
}
