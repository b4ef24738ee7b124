package dev.hotlane.client;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/**
 * Settings of a client. Immutable.
 *
 * @param gateways addresses such as {@code http://127.0.0.1:8080}; the first one that answers is kept
 * @param times longest times of a call, an attempt and a connection
 * @param backoff bounds of the waits between two attempts
 * @param access how it trusts gateways and proves who it is
 */
public record ClientSettings(List<URI> gateways, ClientTimes times, ClientBackoff backoff, ClientAccess access) {
    /** Throws IllegalArgumentException for an invalid value. */
    public ClientSettings {
        gateways = List.copyOf(gateways);
        if (gateways.isEmpty()) {
            throw new IllegalArgumentException("no gateway: give at least one address such as http://127.0.0.1:8080");
        }
        gateways.forEach(ClientSettings::checkAddress);
    }

    /** The default times: 30 s per call, 15 s per attempt, 2 s per connection, waits of up to 50 ms rising to 2 s. */
    public static ClientSettings of(String... gateways) {
        return new ClientSettings(
                Stream.of(gateways).map(ClientSettings::address).toList(),
                ClientTimes.USUAL,
                ClientBackoff.USUAL,
                ClientAccess.OPEN);
    }

    /** The same with another deadline per call. */
    public ClientSettings withDeadline(Duration other) {
        return new ClientSettings(gateways, new ClientTimes(other, times.attempt(), times.connect()), backoff, access);
    }

    /** The same with another longest time per attempt. */
    public ClientSettings withAttempt(Duration other) {
        return new ClientSettings(gateways, new ClientTimes(times.deadline(), other, times.connect()), backoff, access);
    }

    /** The same with another longest time to open a connection. */
    public ClientSettings withConnect(Duration other) {
        return new ClientSettings(gateways, new ClientTimes(times.deadline(), times.attempt(), other), backoff, access);
    }

    /** The same with other bounds of the random waits. */
    public ClientSettings withBackoff(Duration min, Duration max) {
        return new ClientSettings(gateways, times, new ClientBackoff(min, max), access);
    }

    /** The same with gateways by https whose certificates this context trusts; it may show one of the client too. */
    public ClientSettings withTls(SSLContext other) {
        return new ClientSettings(gateways, times, backoff, new ClientAccess(other, access.key()));
    }

    /** The same with this API key. */
    public ClientSettings withKey(String text) {
        return with(ClientKey.of(text));
    }

    /** The same with the API key or token in this file, which may be replaced while the client runs. */
    public ClientSettings withKeyFile(Path file) {
        return with(ClientKey.ofFile(file));
    }

    /** The same with a token that this supplier renews; it is called for each request, on any thread. */
    public ClientSettings withKey(Supplier<String> tokens) {
        return with(ClientKey.supplied(tokens));
    }

    private ClientSettings with(ClientKey key) {
        return new ClientSettings(gateways, times, backoff, new ClientAccess(access.tls(), key));
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
