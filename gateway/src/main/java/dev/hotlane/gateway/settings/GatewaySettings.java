package dev.hotlane.gateway.settings;

/**
 * All settings of a gateway; checked when made, immutable, times in milliseconds. The limits of apply (ops of a
 * command, ages, ...) are not here: they come with the BEATs, from RULES.
 *
 * @param bootstrapServers Kafka brokers, {@code host:port} separated by commas
 * @param lane prefix of the topic names
 * @param replyPartition partition of the reply topic; each gateway has its own
 * @param host address to listen on; loopback by default, because callers are not authenticated
 * @param port to listen on; 0 takes any free one
 * @param eventLoops event loops that serve HTTP; one is best on few cores
 * @param connectionsMax open connections; one more is served for health only, and any other call on it is answered 503
 * @param inFlightMax requests waiting for the log; one more is answered 503 OVERLOADED
 * @param bodyMax bytes of a body (a query of many keys: four times that); more is answered 413
 * @param producerMemory bytes of the producer's buffer; a third of it may be in flight, then 503 OVERLOADED
 * @param lingerMs longest time that a record waits for others before it is sent
 * @param replyWaitMaxMs longest time that a request waits for its reply; then 504 OUTCOME_UNKNOWN
 * @param beatAgeMaxMs age of the last BEAT above which nothing is published; then 503 UNAVAILABLE
 * @param idleMaxMs silent time after which a connection is closed; must exceed replyWaitMaxMs
 * @param startMaxMs longest time for Kafka to respond at start
 * @param drainMaxMs longest time at close for requests in flight
 * @param bounds bounds on what connections may keep of this process
 * @param mysql database that counters are listed from; null: their list is rejected, all else works
 * @param reach names by which it may be called, and web pages that may call
 */
public record GatewaySettings(
        String bootstrapServers,
        String lane,
        int replyPartition,
        String host,
        int port,
        int eventLoops,
        int connectionsMax,
        int inFlightMax,
        int bodyMax,
        long producerMemory,
        int lingerMs,
        int replyWaitMaxMs,
        int beatAgeMaxMs,
        int idleMaxMs,
        int startMaxMs,
        int drainMaxMs,
        ConnectionBounds bounds,
        MySqlSettings mysql,
        Reach reach) {

    /** Throws IllegalArgumentException with the name of a setting that can't work. */
    public GatewaySettings {
        require(!bootstrapServers.isBlank(), "bootstrapServers must name a broker");
        require(!lane.isBlank(), "lane must not be empty");
        require(replyPartition >= 0 && replyPartition <= 0xFFFF, "replyPartition must be 0..65535: " + replyPartition);
        require(!host.isBlank(), "host must not be empty");
        require(port >= 0 && port <= 0xFFFF, "port must be 0..65535: " + port);
        require(eventLoops >= 1 && eventLoops <= 64, "eventLoops must be 1..64: " + eventLoops);
        require(connectionsMax >= 1, "connectionsMax must be positive: " + connectionsMax);
        require(
                inFlightMax >= eventLoops && inFlightMax <= 1 << 20,
                "inFlightMax must be eventLoops..1048576: " + inFlightMax);
        require(bodyMax >= 1024 && bodyMax <= 1 << 18, "bodyMax must be 1024..262144 bytes: " + bodyMax);
        require(
                producerMemory >= 1 << 22 && producerMemory >= 24L * bodyMax,
                "producerMemory must be at least 4194304 bytes and 24 times bodyMax: " + producerMemory);
        require(lingerMs >= 0 && lingerMs <= 100, "lingerMs must be 0..100: " + lingerMs);
        require(replyWaitMaxMs >= 100, "replyWaitMaxMs must be at least 100: " + replyWaitMaxMs);
        require(beatAgeMaxMs >= 300, "beatAgeMaxMs must be at least 300, three ticks: " + beatAgeMaxMs);
        require(idleMaxMs > replyWaitMaxMs, "idleMaxMs must exceed replyWaitMaxMs: " + idleMaxMs);
        require(startMaxMs >= 1000, "startMaxMs must be at least 1000: " + startMaxMs);
        require(drainMaxMs >= 0, "drainMaxMs must not be negative: " + drainMaxMs);
    }

    /** The defaults, with the settings that differ between any two gateways. */
    public static GatewaySettings of(String bootstrapServers, int replyPartition, int port) {
        return new GatewaySettings(
                bootstrapServers,
                "hotlane",
                replyPartition,
                "127.0.0.1",
                port,
                1,
                16_384,
                8_192,
                64 * 1024,
                64L << 20,
                1,
                10_000,
                2_000,
                60_000,
                10_000,
                12_000,
                ConnectionBounds.USUAL,
                null,
                Reach.LOCAL);
    }

    /** A copy with a database to list counters from; null for none. */
    public GatewaySettings with(MySqlSettings database) {
        return with(connectionsMax, bounds, database, reach);
    }

    /** A copy with other allowed names and pages. */
    public GatewaySettings with(Reach callers) {
        return with(connectionsMax, bounds, mysql, callers);
    }

    /** A copy with other bounds on what connections may keep. */
    public GatewaySettings with(ConnectionBounds other) {
        return with(connectionsMax, other, mysql, reach);
    }

    /** A copy with another number of connections. */
    public GatewaySettings withConnectionsMax(int count) {
        return with(count, bounds, mysql, reach);
    }

    private GatewaySettings with(int connections, ConnectionBounds other, MySqlSettings database, Reach callers) {
        return new GatewaySettings(
                bootstrapServers,
                lane,
                replyPartition,
                host,
                port,
                eventLoops,
                connections,
                inFlightMax,
                bodyMax,
                producerMemory,
                lingerMs,
                replyWaitMaxMs,
                beatAgeMaxMs,
                idleMaxMs,
                startMaxMs,
                drainMaxMs,
                other,
                database,
                callers);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("gateway settings: " + otherwise);
        }
    }
}
