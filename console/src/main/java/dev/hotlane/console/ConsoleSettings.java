package dev.hotlane.console;

import dev.hotlane.console.log.LoggedLane;
import dev.hotlane.console.source.SourceName;
import dev.hotlane.gateway.settings.MySqlSettings;
import java.util.List;

/**
 * The settings of a console; immutable.
 *
 * @param host address to listen on, of loopback
 * @param port its port; 0: any free one
 * @param hosts further names that a Host header may have
 * @param sources what it reads, 1 to 64
 * @param key API key that it sends to them, null for none; it leaves by verified TLS or to loopback only
 * @param mysql the checkpoint for Sale, with an account that may read; null: Sale says that there is none
 * @param stockPrefix first bytes of the keys that Sale lists
 * @param limitPrefix first bytes of further keys among which Sale counts limits
 * @param lane the lane whose log is searched; null: Log and Reservation say that there is none
 */
public record ConsoleSettings(
        String host,
        int port,
        List<String> hosts,
        List<SourceName> sources,
        String key,
        MySqlSettings mysql,
        String stockPrefix,
        String limitPrefix,
        LoggedLane lane) {
    /** Most sources. */
    public static final int SOURCES_MAX = 64;

    /** Throws IllegalArgumentException, whose message names what is wrong. */
    public ConsoleSettings {
        hosts = List.copyOf(hosts);
        sources = List.copyOf(sources);
        if (sources.isEmpty() || sources.size() > SOURCES_MAX) {
            throw new IllegalArgumentException("expected 1 to " + SOURCES_MAX + " sources, found " + sources.size());
        }
        if (key != null) {
            for (SourceName source : sources) {
                if (!source.keepsKeys()) {
                    throw new IllegalArgumentException("the key would go to " + source.text()
                            + " unencrypted: name it by https, or by dns, or as an address of loopback");
                }
            }
        }
    }

    /** Without the key. */
    @Override
    public String toString() {
        return "console on " + host + ":" + port + " of " + sources;
    }
}
