package dev.hotlane.console.care;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What is known of a lane for the commands of an operator. None of it is a secret, and accounts are not among it: the console's own
 * may only read. Any thread.
 *
 * @param lane its name
 * @param brokers HOST:PORT separated by commas; null if a file of client properties names them
 * @param jdbcUrl of its database; null if it is unknown or may hold a password
 * @param processors URLs of what the console reads; empty if a DNS name stands for some
 * @param rules reads the rules in force and may take seconds; throws with a sentence if they can't be read
 */
public record LaneCare(
        String lane, String brokers, String jdbcUrl, List<String> processors, Supplier<Map<String, Long>> rules) {
    /** Immutable. */
    public LaneCare {
        processors = List.copyOf(processors);
    }
}
