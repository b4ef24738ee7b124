package dev.hotlane.gateway.status;

import dev.hotlane.protocol.kafka.ClientFigure;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** Numbers of the gateway's Kafka clients. Any thread. */
public final class ClientGauges {
    private ClientGauges() {}

    /** Registers the numbers of a client under this label. */
    public static void bind(Metrics meters, String client, Supplier<Map<MetricName, ? extends Metric>> metrics) {
        for (ClientFigure figure : ClientFigure.values()) {
            if (figure.isOf(metrics.get())) {
                bind(meters, client, figure, figure.of(metrics));
            }
        }
    }

    private static void bind(Metrics meters, String client, ClientFigure figure, DoubleSupplier value) {
        if (figure.grows()) {
            meters.count(figure.shownName(), figure.what(), value, DoubleSupplier::getAsDouble, "client", client);
        } else {
            meters.gauge(figure.shownName(), figure.what(), value, DoubleSupplier::getAsDouble, "client", client);
        }
    }
}
