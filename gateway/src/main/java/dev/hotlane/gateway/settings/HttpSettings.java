package dev.hotlane.gateway.settings;

/**
 * Where a gateway listens, and for whom; checked when made, immutable.
 *
 * @param host address to listen on; loopback by default
 * @param port to listen on; 0 takes any free one
 * @param eventLoops event loops that serve HTTP; one is best on few cores
 * @param transport how the event loops read and write sockets
 * @param reach names by which it may be called, and web pages that may call
 * @param access who may call
 * @param tls where TLS ends
 */
public record HttpSettings(
        String host,
        int port,
        int eventLoops,
        SocketTransport transport,
        Reach reach,
        AccessSettings access,
        TlsSettings tls) {

    /** Throws IllegalArgumentException with the name of a setting that can't work. */
    public HttpSettings {
        Requirement.require(!host.isBlank(), "host must not be empty");
        Requirement.require(port >= 0 && port <= 0xFFFF, "port must be 0..65535: " + port);
        Requirement.require(eventLoops >= 1 && eventLoops <= 64, "eventLoops must be 1..64: " + eventLoops);
    }

    /** One event loop on 127.0.0.1, with the best transport. */
    public static HttpSettings of(int port) {
        return new HttpSettings(
                "127.0.0.1", port, 1, SocketTransport.best(), Reach.LOCAL, AccessSettings.OPEN, TlsSettings.OFF);
    }

    /** A copy with another number of event loops. */
    public HttpSettings withEventLoops(int count) {
        return new HttpSettings(host, port, count, transport, reach, access, tls);
    }

    /** A copy with another transport. */
    public HttpSettings withTransport(SocketTransport other) {
        return new HttpSettings(host, port, eventLoops, other, reach, access, tls);
    }

    /** A copy with other allowed names and pages. */
    public HttpSettings withReach(Reach other) {
        return new HttpSettings(host, port, eventLoops, transport, other, access, tls);
    }

    /** A copy with other callers. */
    public HttpSettings withAccess(AccessSettings other) {
        return new HttpSettings(host, port, eventLoops, transport, reach, other, tls);
    }

    /** A copy with another end of TLS. */
    public HttpSettings withTls(TlsSettings other) {
        return new HttpSettings(host, port, eventLoops, transport, reach, access, other);
    }
}
