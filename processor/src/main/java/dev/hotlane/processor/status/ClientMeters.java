package dev.hotlane.processor.status;

import dev.hotlane.protocol.kafka.ClientFigure;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** Numbers of the processor's Kafka clients. Any thread. */
public final class ClientMeters {
    private final Meters meters;

    /** Registers with {@code meters}. */
    public ClientMeters(Meters meters) {
        this.meters = meters;
    }

    /** Registers the numbers of a client under this label. */
    public void show(String client, Supplier<Map<MetricName, ? extends Metric>> metrics) {
        for (ClientFigure figure : ClientFigure.values()) {
            if (figure.isOf(metrics.get())) {
                show(client, figure, figure.of(metrics));
            }
        }
    }

    private void show(String client, ClientFigure figure, DoubleSupplier value) {
        if (figure.grows()) {
            meters.counter(figure.shownName(), figure.what(), () -> (long) value.getAsDouble(), "client", client);
        } else {
            meters.gauge(figure.shownName(), figure.what(), value, "client", client);
        }
    }
}
