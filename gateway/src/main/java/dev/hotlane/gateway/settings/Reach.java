package dev.hotlane.gateway.settings;

import dev.hotlane.protocol.host.HostNames;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Names by which a gateway may be called, and web pages that may call it; immutable. Always allowed are the address
 * that it listens on, the loopback names, and pages of its own origin.
 *
 * @param hosts further names or addresses that a Host header may have, without a port; {@code *} for any
 * @param origins web origins whose pages may call, such as {@code https://shop.example}
 */
public record Reach(List<String> hosts, List<String> origins) {
    /** Loopback names only, and no web page. */
    public static final Reach LOCAL = new Reach(List.of(), List.of());

    private static final Pattern ORIGIN = Pattern.compile("https?://([a-z0-9._-]+|\\[[0-9a-f:.]+])(:[0-9]{1,5})?");

    /** Throws IllegalArgumentException for an invalid name or origin. */
    public Reach {
        hosts = List.copyOf(hosts);
        origins = List.copyOf(origins);
        try {
            HostNames.of("localhost", hosts);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("gateway settings: hosts: " + e.getMessage(), e);
        }
        for (String origin : origins) {
            if (!ORIGIN.matcher(origin).matches()) {
                throw new IllegalArgumentException("gateway settings: origins: expected what a browser sends,"
                        + " such as https://shop.example, found " + origin);
            }
        }
    }
}
