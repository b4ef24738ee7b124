package dev.hotlane.infra.cli;

import dev.hotlane.gateway.settings.AddressRange;
import dev.hotlane.gateway.settings.ConnectionBounds;
import dev.hotlane.gateway.settings.PeerLimit;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The options that bound slow requests and the connections of one address: a picocli mixin of the gateway's options. */
public final class HttpLimitOptions {
    @Option(
            names = "--gateway-header-max-ms",
            paramLabel = "MS",
            defaultValue = "5000",
            description = "Longest time from the first byte of a request to the end of its headers; then 408"
                    + " (default: ${DEFAULT-VALUE}).")
    private int headerMaxMs;

    @Option(
            names = "--gateway-body-max-ms",
            paramLabel = "MS",
            defaultValue = "5000",
            description = "Longest time for a body, or for a line of a batch, and 1 s more for each 16 KiB; then 408"
                    + " (default: ${DEFAULT-VALUE}).")
    private int bodyMaxMs;

    @Option(
            names = "--gateway-peer-connections-max",
            paramLabel = "N",
            defaultValue = "1024",
            description = "Open connections of one remote address; one more is reset (default: ${DEFAULT-VALUE}).")
    private int peerConnectionsMax;

    @Option(
            names = "--gateway-proxies",
            paramLabel = "ADDRESSES",
            description =
                    "Proxies that carry the calls of many, as addresses or ranges such as 10.0.0.0/8, separated by"
                            + " commas: --gateway-peer-connections-max does not count their connections.")
    private String proxies;

    /** The limit of one remote address; throws IllegalArgumentException with the name of a component. */
    PeerLimit peers() {
        return new PeerLimit(peerConnectionsMax, AddressRange.all(GatewayOptions.list(proxies)));
    }

    /** These bounds with the times of these options; throws IllegalArgumentException with the name of a component. */
    ConnectionBounds bounds(long unsentMax, Duration takeMax, long bodiesMax) {
        return new ConnectionBounds(
                unsentMax, takeMax, bodiesMax, Duration.ofMillis(headerMaxMs), Duration.ofMillis(bodyMaxMs));
    }
}
