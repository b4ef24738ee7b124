package dev.hotlane.protocol.kafka;

import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** The eight numbers of Kafka's clients that a lane shows: its clients have hundreds. Any thread. */
public enum ClientFigure {
    QUEUE(
            "hotlane_kafka_queue_seconds",
            "Mean time that a batch waited in the producer",
            "record-queue-time-avg",
            1e-3),
    REQUEST("hotlane_kafka_request_seconds", "Mean time of a producer's request", "request-latency-avg", 1e-3),
    RETRIES("hotlane_kafka_retries", "Records that the producer sent again", "record-retry-total", 1),
    ERRORS("hotlane_kafka_errors", "Records that the producer gave up", "record-error-total", 1),
    SENT("hotlane_kafka_sent_bytes", "Bytes that the client sent to brokers", "outgoing-byte-total", 1),
    RECEIVED("hotlane_kafka_received_bytes", "Bytes that the client got from brokers", "incoming-byte-total", 1),
    FETCH("hotlane_kafka_fetch_seconds", "Mean time of a consumer's fetch", "fetch-latency-avg", 1e-3),
    CONNECTIONS("hotlane_kafka_connections", "Open connections to brokers", "connection-count", 1);

    private final String shown;
    private final String what;
    private final String kafka;
    private final double unit;

    ClientFigure(String shown, String what, String kafka, double unit) {
        this.shown = shown;
        this.what = what;
        this.kafka = kafka;
        this.unit = unit;
    }

    /** Its name among the metrics, without the suffix of a counter. */
    public String shownName() {
        return shown;
    }

    /** What it is, for people. */
    public String what() {
        return what;
    }

    /** Whether it only grows. */
    public boolean grows() {
        return kafka.endsWith("-total");
    }

    /** Reads it from a client's metrics, in base units; NaN for a client that has none. */
    public DoubleSupplier of(Supplier<Map<MetricName, ? extends Metric>> client) {
        return () -> {
            for (Map.Entry<MetricName, ? extends Metric> one : client.get().entrySet()) {
                MetricName name = one.getKey();
                // The same names exist by node and by topic, with tags of their own.
                if (name.name().equals(kafka)
                        && name.tags().size() == 1
                        && one.getValue().metricValue() instanceof Double value) {
                    return value * unit;
                }
            }
            return Double.NaN;
        };
    }

    /** Whether a client has it: a consumer queues nothing, a producer fetches nothing. */
    public boolean isOf(Map<MetricName, ? extends Metric> client) {
        return client.keySet().stream()
                .anyMatch(name -> name.name().equals(kafka) && name.tags().size() == 1);
    }
}
