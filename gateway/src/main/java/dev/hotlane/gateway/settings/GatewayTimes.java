package dev.hotlane.gateway.settings;

/**
 * The longest waits of a gateway, in milliseconds; checked when made, immutable.
 *
 * @param replyWaitMaxMs longest time that a request waits for its reply; then 504 OUTCOME_UNKNOWN
 * @param beatAgeMaxMs age of the last BEAT above which nothing is published; then 503 UNAVAILABLE
 * @param idleMaxMs silent time after which a connection is closed; must exceed replyWaitMaxMs
 * @param startMaxMs longest time for Kafka to respond at start
 * @param drainMaxMs longest time at close for requests in flight
 */
public record GatewayTimes(int replyWaitMaxMs, int beatAgeMaxMs, int idleMaxMs, int startMaxMs, int drainMaxMs) {
    /** 10 s for a reply, 2 s for a BEAT, 60 s of silence, 10 s to start, 12 s to drain. */
    public static final GatewayTimes USUAL = new GatewayTimes(10_000, 2_000, 60_000, 10_000, 12_000);

    /** Throws IllegalArgumentException with the name of a setting that can't work. */
    public GatewayTimes {
        Requirement.require(replyWaitMaxMs >= 100, "replyWaitMaxMs must be at least 100: " + replyWaitMaxMs);
        Requirement.require(beatAgeMaxMs >= 300, "beatAgeMaxMs must be at least 300, three ticks: " + beatAgeMaxMs);
        Requirement.require(idleMaxMs > replyWaitMaxMs, "idleMaxMs must exceed replyWaitMaxMs: " + idleMaxMs);
        Requirement.require(startMaxMs >= 1000, "startMaxMs must be at least 1000: " + startMaxMs);
        Requirement.require(drainMaxMs >= 0, "drainMaxMs must not be negative: " + drainMaxMs);
    }

    /** A copy with another longest wait for a reply. */
    public GatewayTimes withReplyWaitMaxMs(int ms) {
        return new GatewayTimes(ms, beatAgeMaxMs, idleMaxMs, startMaxMs, drainMaxMs);
    }

    /** A copy with another age of the last BEAT. */
    public GatewayTimes withBeatAgeMaxMs(int ms) {
        return new GatewayTimes(replyWaitMaxMs, ms, idleMaxMs, startMaxMs, drainMaxMs);
    }

    /** A copy with another longest wait at close. */
    public GatewayTimes withDrainMaxMs(int ms) {
        return new GatewayTimes(replyWaitMaxMs, beatAgeMaxMs, idleMaxMs, startMaxMs, ms);
    }
}
