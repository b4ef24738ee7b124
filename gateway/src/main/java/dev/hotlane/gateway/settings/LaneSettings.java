package dev.hotlane.gateway.settings;

import dev.hotlane.protocol.kafka.KafkaConnection;
import java.time.Duration;

/**
 * The lane that a gateway serves and its way there; checked when made, immutable.
 *
 * @param kafka the way to the brokers
 * @param name prefix of the topic names
 * @param replyPartition partition of the reply topic; each gateway has its own
 * @param producerMemory bytes of the producer's buffer; a third of it may be in flight, then 503 OVERLOADED
 * @param linger longest time that a record waits for others before it is sent
 */
public record LaneSettings(
        KafkaConnection kafka, String name, int replyPartition, long producerMemory, Duration linger) {

    /** Throws IllegalArgumentException with the name of a setting that can't work. */
    public LaneSettings {
        Requirement.require(!name.isBlank(), "lane must not be empty");
        Requirement.require(
                replyPartition >= 0 && replyPartition <= 0xFFFF, "replyPartition must be 0..65535: " + replyPartition);
        Requirement.require(
                !linger.isNegative() && linger.toMillis() <= 100, "lingerMs must be 0..100: " + linger.toMillis());
    }

    /** As {@link #of(KafkaConnection, int)}, by plain connections to these brokers. */
    public static LaneSettings of(String bootstrapServers, int replyPartition) {
        return of(KafkaConnection.to(bootstrapServers), replyPartition);
    }

    /** The lane {@code hotlane} by 64 MiB of producer memory and a linger of 1 ms. */
    public static LaneSettings of(KafkaConnection kafka, int replyPartition) {
        return new LaneSettings(kafka, "hotlane", replyPartition, 64L << 20, Duration.ofMillis(1));
    }

    /** A copy for another lane. */
    public LaneSettings withName(String other) {
        return new LaneSettings(kafka, other, replyPartition, producerMemory, linger);
    }

    /** A copy with another producer buffer, in bytes. */
    public LaneSettings withProducerMemory(long bytes) {
        return new LaneSettings(kafka, name, replyPartition, bytes, linger);
    }
}
