package dev.hotlane.proof.simulation;

import java.lang.reflect.Proxy;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Kafka's producer as the processor uses it; records go to a {@link SimNetwork}. */
final class SimProducer {
    private SimProducer() {}

    /** Receives each record that the product sends, and the callback for its end. */
    @FunctionalInterface
    interface Sending {
        void send(ProducerRecord<byte[], byte[]> record, Consumer<Exception> done);
    }

    @SuppressWarnings("unchecked")
    static Producer<byte[], byte[]> of(Sending sending) {
        return (Producer<byte[], byte[]>) Proxy.newProxyInstance(
                SimProducer.class.getClassLoader(), new Class<?>[] {Producer.class}, (proxy, method, args) -> {
                    if (!method.getName().equals("send")) {
                        throw new UnsupportedOperationException("Producer." + method.getName());
                    }
                    Callback callback = (Callback) args[1];
                    sending.send((ProducerRecord<byte[], byte[]>) args[0], fault -> callback.onCompletion(null, fault));
                    return (Future<?>) null;
                });
    }
}
