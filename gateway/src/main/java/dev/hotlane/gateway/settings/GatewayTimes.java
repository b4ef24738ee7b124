package dev.hotlane.gateway.settings;

import java.time.Duration;

/**
 * The longest waits of a gateway; checked when made, immutable.
 *
 * @param replyWaitMax longest time that a request waits for its reply; then 504 OUTCOME_UNKNOWN
 * @param beatAgeMax age of the last BEAT above which nothing is published; then 503 UNAVAILABLE
 * @param idleMax silent time after which a connection is closed; must exceed replyWaitMax
 * @param startMax longest time for Kafka to respond at start
 * @param drainMax longest time at close for requests in flight
 */
public record GatewayTimes(
        Duration replyWaitMax, Duration beatAgeMax, Duration idleMax, Duration startMax, Duration drainMax) {
    /** 10 s for a reply, 2 s for a BEAT, 60 s of silence, 10 s to start, 12 s to drain. */
    public static final GatewayTimes USUAL = new GatewayTimes(
            Duration.ofSeconds(10),
            Duration.ofSeconds(2),
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            Duration.ofSeconds(12));

    /** Throws IllegalArgumentException with the name of a setting that can't work. */
    public GatewayTimes {
        Requirement.requireMs("replyWaitMax", replyWaitMax, 100);
        Requirement.require(
                beatAgeMax.toMillis() >= 300,
                "beatAgeMaxMs must be at least 300, three ticks: " + beatAgeMax.toMillis());
        Requirement.requireMs("beatAgeMax", beatAgeMax, 300);
        Requirement.require(
                idleMax.compareTo(replyWaitMax) > 0, "idleMaxMs must exceed replyWaitMaxMs: " + idleMax.toMillis());
        Requirement.requireMs("idleMax", idleMax, 0);
        Requirement.requireMs("startMax", startMax, 1_000);
        Requirement.require(!drainMax.isNegative(), "drainMaxMs must not be negative: " + drainMax.toMillis());
        Requirement.requireMs("drainMax", drainMax, 0);
    }

    /** A copy with another longest wait for a reply. */
    public GatewayTimes withReplyWaitMax(Duration other) {
        return new GatewayTimes(other, beatAgeMax, idleMax, startMax, drainMax);
    }

    /** A copy with another age of the last BEAT. */
    public GatewayTimes withBeatAgeMax(Duration other) {
        return new GatewayTimes(replyWaitMax, other, idleMax, startMax, drainMax);
    }

    /** A copy with another longest wait at close. */
    public GatewayTimes withDrainMax(Duration other) {
        return new GatewayTimes(replyWaitMax, beatAgeMax, idleMax, startMax, other);
    }
}
