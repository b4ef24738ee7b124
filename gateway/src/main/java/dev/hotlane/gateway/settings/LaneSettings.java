package dev.hotlane.gateway.settings;

import java.time.Duration;

/**
 * The lane that a gateway serves and its way there; checked when made, immutable.
 *
 * @param bootstrapServers Kafka brokers, {@code host:port} separated by commas
 * @param name prefix of the topic names
 * @param replyPartition partition of the reply topic; each gateway has its own
 * @param producerMemory bytes of the producer's buffer; a third of it may be in flight, then 503 OVERLOADED
 * @param linger longest time that a record waits for others before it is sent
 */
public record LaneSettings(
        String bootstrapServers, String name, int replyPartition, long producerMemory, Duration linger) {

    /** Throws IllegalArgumentException with the name of a setting that can't work. */
    public LaneSettings {
        Requirement.require(!bootstrapServers.isBlank(), "bootstrapServers must name a broker");
        Requirement.require(!name.isBlank(), "lane must not be empty");
        Requirement.require(
                replyPartition >= 0 && replyPartition <= 0xFFFF, "replyPartition must be 0..65535: " + replyPartition);
        Requirement.require(
                !linger.isNegative() && linger.toMillis() <= 100, "lingerMs must be 0..100: " + linger.toMillis());
    }

    /** The lane {@code hotlane} by 64 MiB of producer memory and a linger of 1 ms. */
    public static LaneSettings of(String bootstrapServers, int replyPartition) {
        return new LaneSettings(bootstrapServers, "hotlane", replyPartition, 64L << 20, Duration.ofMillis(1));
    }

    /** A copy for another lane. */
    public LaneSettings withName(String other) {
        return new LaneSettings(bootstrapServers, other, replyPartition, producerMemory, linger);
    }

    /** A copy with another producer buffer, in bytes. */
    public LaneSettings withProducerMemory(long bytes) {
        return new LaneSettings(bootstrapServers, name, replyPartition, bytes, linger);
    }
}
