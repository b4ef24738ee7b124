package dev.hotlane.client;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Settings of a client. Immutable.
 *
 * @param gateways addresses such as {@code http://127.0.0.1:8080}; the first one that answers is kept
 * @param deadline longest time of a call with all its attempts
 * @param attempt longest time of one attempt, its body included; longer than the gateway's own 10 s
 * @param connect longest time to open a connection
 * @param backoffMin upper bound of the first random wait between two attempts; it doubles with each attempt
 * @param backoffMax upper bound of every random wait
 */
public record ClientSettings(
        List<URI> gateways,
        Duration deadline,
        Duration attempt,
        Duration connect,
        Duration backoffMin,
        Duration backoffMax) {
    /** Throws IllegalArgumentException for an invalid value. */
    public ClientSettings {
        gateways = List.copyOf(gateways);
        if (gateways.isEmpty()) {
            throw new IllegalArgumentException("no gateway: give at least one address such as http://127.0.0.1:8080");
        }
        gateways.forEach(ClientSettings::checkAddress);
        Inputs.duration("deadline", deadline);
        Inputs.duration("attempt", attempt);
        Inputs.duration("connect", connect);
        Inputs.duration("backoffMin", backoffMin);
        Inputs.duration("backoffMax", backoffMax);
        if (backoffMin.compareTo(backoffMax) > 0) {
            throw new IllegalArgumentException(
                    "backoffMin is " + backoffMin + ", more than backoffMax " + backoffMax + ": swap or lower it");
        }
    }

    /** The default times: 30 s per call, 15 s per attempt, 2 s per connection, waits of up to 50 ms rising to 2 s. */
    public static ClientSettings of(String... gateways) {
        return new ClientSettings(
                Stream.of(gateways).map(ClientSettings::address).toList(),
                Duration.ofSeconds(30),
                Duration.ofSeconds(15),
                Duration.ofSeconds(2),
                Duration.ofMillis(50),
                Duration.ofSeconds(2));
    }

    /** The same with another deadline per call. */
    public ClientSettings withDeadline(Duration other) {
        return new ClientSettings(gateways, other, attempt, connect, backoffMin, backoffMax);
    }

    /** The same with another longest time per attempt. */
    public ClientSettings withAttempt(Duration other) {
        return new ClientSettings(gateways, deadline, other, connect, backoffMin, backoffMax);
    }

    /** The same with another longest time to open a connection. */
    public ClientSettings withConnect(Duration other) {
        return new ClientSettings(gateways, deadline, attempt, other, backoffMin, backoffMax);
    }

    /** The same with other bounds of the random waits. */
    public ClientSettings withBackoff(Duration min, Duration max) {
        return new ClientSettings(gateways, deadline, attempt, connect, min, max);
    }

    private static URI address(String text) {
        if (text == null || text.isBlank()) {
            throw new IllegalArgumentException("a gateway's address is blank: give one such as http://127.0.0.1:8080");
        }
        return URI.create(text);
    }

    private static void checkAddress(URI address) {
        boolean http = "http".equalsIgnoreCase(address.getScheme()) || "https".equalsIgnoreCase(address.getScheme());
        boolean bare = (address.getRawPath() == null || address.getRawPath().matches("/?"))
                && address.getRawQuery() == null
                && address.getRawFragment() == null
                && address.getRawUserInfo() == null;
        if (!http || address.getHost() == null || !bare) {
            throw new IllegalArgumentException("the gateway's address " + address
                    + " is not scheme, host and port: give one such as http://127.0.0.1:8080");
        }
    }
}
