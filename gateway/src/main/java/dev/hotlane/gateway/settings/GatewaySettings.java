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
 * @param reads what it answers from its own memory
 * @param mysql database that counters are listed from; null: their list is rejected, all else works
 */
public record GatewaySettings(
        LaneSettings lane,
        HttpSettings http,
        GatewayLimits limits,
        GatewayTimes times,
        ConnectionBounds bounds,
        ReadSettings reads,
        MySqlSettings mysql) {

    /** Throws IllegalArgumentException with the name of a setting that can't work beside another. */
    public GatewaySettings {
        Requirement.require(
                !http.tls().byProxy() || !limits.peers().proxies().isEmpty(),
                "tls proxy needs proxies: from them alone it accepts connections");
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
                ReadSettings.OFF,
                null);
    }

    /** A copy with another lane, or another way there. */
    public GatewaySettings withLane(LaneSettings other) {
        return new GatewaySettings(other, http, limits, times, bounds, reads, mysql);
    }

    /** A copy that listens elsewhere, or for others. */
    public GatewaySettings withHttp(HttpSettings other) {
        return new GatewaySettings(lane, other, limits, times, bounds, reads, mysql);
    }

    /** A copy with other limits. */
    public GatewaySettings withLimits(GatewayLimits other) {
        return new GatewaySettings(lane, http, other, times, bounds, reads, mysql);
    }

    /** A copy with other longest waits. */
    public GatewaySettings withTimes(GatewayTimes other) {
        return new GatewaySettings(lane, http, limits, other, bounds, reads, mysql);
    }

    /** A copy with other bounds on what connections may keep. */
    public GatewaySettings withBounds(ConnectionBounds other) {
        return new GatewaySettings(lane, http, limits, times, other, reads, mysql);
    }

    /** A copy with another view, or none. */
    public GatewaySettings withView(ViewSettings other) {
        ReadSettings changed = new ReadSettings(other, reads.cards(), reads.changes());
        return new GatewaySettings(lane, http, limits, times, bounds, changed, mysql);
    }

    /** A copy with other product cards, or none. */
    public GatewaySettings withCards(CardSettings other) {
        ReadSettings changed = new ReadSettings(reads.view(), other, reads.changes());
        return new GatewaySettings(lane, http, limits, times, bounds, changed, mysql);
    }

    /** A copy with other streams of changes. */
    public GatewaySettings withChanges(ChangesSettings other) {
        ReadSettings changed = new ReadSettings(reads.view(), reads.cards(), other);
        return new GatewaySettings(lane, http, limits, times, bounds, changed, mysql);
    }

    /** A copy with a database to list counters from; null for none. */
    public GatewaySettings withMySql(MySqlSettings other) {
        return new GatewaySettings(lane, http, limits, times, bounds, reads, other);
    }
}
