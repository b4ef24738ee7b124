package dev.hotlane.gateway.settings;

/**
 * Limits of a gateway by number and by length; checked when made, immutable.
 *
 * @param connectionsMax open connections; one more is served for health only, and any other call on it is answered 503
 * @param peers limit of the connections of one remote address
 * @param inFlightMax requests waiting for the log; one more is answered 503 OVERLOADED. The last fifth is kept for confirm,
 *     cancel, extend and abandon
 * @param bodyMax bytes of a body (a query of many keys: four times that); more is answered 413
 */
public record GatewayLimits(int connectionsMax, PeerLimit peers, int inFlightMax, int bodyMax) {
    /** 16,384 connections, 1,024 of one address, 8,192 requests in flight, 64 KiB of a body. */
    public static final GatewayLimits USUAL = new GatewayLimits(16_384, PeerLimit.USUAL, 8_192, 64 * 1024);

    /** Throws IllegalArgumentException with the name of a setting that can't work. */
    public GatewayLimits {
        Requirement.require(connectionsMax >= 1, "connectionsMax must be positive: " + connectionsMax);
        Requirement.require(bodyMax >= 1024 && bodyMax <= 1 << 18, "bodyMax must be 1024..262144 bytes: " + bodyMax);
    }

    /** A copy with another number of connections. */
    public GatewayLimits withConnectionsMax(int count) {
        return new GatewayLimits(count, peers, inFlightMax, bodyMax);
    }

    /** A copy with another limit of the connections of one remote address. */
    public GatewayLimits withPeers(PeerLimit other) {
        return new GatewayLimits(connectionsMax, other, inFlightMax, bodyMax);
    }

    /** A copy with another number of requests in flight. */
    public GatewayLimits withInFlightMax(int count) {
        return new GatewayLimits(connectionsMax, peers, count, bodyMax);
    }
}
