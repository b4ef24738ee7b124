package dev.hotlane.gateway.settings;

import dev.hotlane.protocol.host.HostNames;
import java.util.List;
import java.util.regex.Pattern;

/**
 * By which names a gateway may be called, and from which web pages; immutable. The address that it listens on and the
 * loopback names are taken in any case, and so are pages that it would serve itself.
 *
 * @param hosts further names or addresses that a Host header may have, without a port; {@code *} for any
 * @param origins web origins whose pages may call, such as {@code https://shop.example}
 */
public record Reach(List<String> hosts, List<String> origins) {
    /** Loopback names only, and no web page. */
    public static final Reach LOCAL = new Reach(List.of(), List.of());

    private static final Pattern ORIGIN = Pattern.compile("https?://([a-z0-9._-]+|\\[[0-9a-f:.]+])(:[0-9]{1,5})?");

    /** Refuses with IllegalArgumentException what is no name or no origin. */
    public Reach {
        hosts = List.copyOf(hosts);
        origins = List.copyOf(origins);
        try {
            HostNames.of("localhost", hosts);
        } catch (IllegalArgumentException noName) {
            throw new IllegalArgumentException("gateway settings: hosts: " + noName.getMessage(), noName);
        }
        for (String origin : origins) {
            if (!ORIGIN.matcher(origin).matches()) {
                throw new IllegalArgumentException("gateway settings: origins: expected what a browser sends,"
                        + " such as https://shop.example, found " + origin);
            }
        }
    }
}
