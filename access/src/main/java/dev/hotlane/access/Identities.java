package dev.hotlane.access;

import java.util.List;

/**
 * How a principal proves who it is. No entry is another principal's too.
 *
 * @param keys API keys; two allow rotation
 * @param subjects the values of a token's claim that select it
 * @param certificates names (URI or DNS) in a client certificate that select it
 */
public record Identities(List<ApiKey> keys, List<String> subjects, List<String> certificates) {
    /** Copies the lists. */
    public Identities {
        keys = List.copyOf(keys);
        subjects = List.copyOf(subjects);
        certificates = List.copyOf(certificates);
    }
}
