package dev.hotlane.gateway.settings;

/**
 * All settings of a gateway; checked when made, immutable. The limits of apply (ops of a command, ages, ...) are not
 * here: they come with the BEATs, from RULES.
 *
 * @param lane the lane and the way there
 * @param http where it listens, and for whom
 * @param limits limits by number and by length
 * @param times longest waits
 * @param bounds bounds on what connections may keep of this process
 * @param mysql database that counters are listed from; null: their list is rejected, all else works
 * @param cards the product cards that it holds
 */
public record GatewaySettings(
        LaneSettings lane,
        HttpSettings http,
        GatewayLimits limits,
        GatewayTimes times,
        ConnectionBounds bounds,
        MySqlSettings mysql,
        CardSettings cards) {

    /** Throws IllegalArgumentException with the name of a setting that can't work beside another. */
    public GatewaySettings {
        Requirement.require(
                limits.inFlightMax() >= http.eventLoops() && limits.inFlightMax() <= 1 << 20,
                "inFlightMax must be eventLoops..1048576: " + limits.inFlightMax());
        Requirement.require(
                lane.producerMemory() >= 1 << 22 && lane.producerMemory() >= 24L * limits.bodyMax(),
                "producerMemory must be at least 4194304 bytes and 24 times bodyMax: " + lane.producerMemory());
    }

    /** The defaults, with the settings that differ between any two gateways. */
    public static GatewaySettings of(String bootstrapServers, int replyPartition, int port) {
        return new GatewaySettings(
                LaneSettings.of(bootstrapServers, replyPartition),
                HttpSettings.of(port),
                GatewayLimits.USUAL,
                GatewayTimes.USUAL,
                ConnectionBounds.USUAL,
                null,
                CardSettings.OFF);
    }

    /** A copy with another lane, or another way there. */
    public GatewaySettings withLane(LaneSettings other) {
        return new GatewaySettings(other, http, limits, times, bounds, mysql, cards);
    }

    /** A copy that listens elsewhere, or for others. */
    public GatewaySettings withHttp(HttpSettings other) {
        return new GatewaySettings(lane, other, limits, times, bounds, mysql, cards);
    }

    /** A copy with other limits. */
    public GatewaySettings withLimits(GatewayLimits other) {
        return new GatewaySettings(lane, http, other, times, bounds, mysql, cards);
    }

    /** A copy with other longest waits. */
    public GatewaySettings withTimes(GatewayTimes other) {
        return new GatewaySettings(lane, http, limits, other, bounds, mysql, cards);
    }

    /** A copy with other bounds on what connections may keep. */
    public GatewaySettings withBounds(ConnectionBounds other) {
        return new GatewaySettings(lane, http, limits, times, other, mysql, cards);
    }

    /** A copy with a database to list counters from; null for none. */
    public GatewaySettings withMySql(MySqlSettings other) {
        return new GatewaySettings(lane, http, limits, times, bounds, other, cards);
    }

    /** A copy with other product cards. */
    public GatewaySettings withCards(CardSettings other) {
        return new GatewaySettings(lane, http, limits, times, bounds, mysql, other);
    }
}
