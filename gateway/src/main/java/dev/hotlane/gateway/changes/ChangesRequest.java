package dev.hotlane.gateway.changes;

/**
 * What a stream shows. Immutable.
 *
 * @param filter which changes
 * @param after sequence that the client has; {@link #NOW} for a stream that begins with what comes
 */
public record ChangesRequest(ChangesFilter filter, long after) {
    /** No sequence: the client has nothing and wants nothing that was. */
    public static final long NOW = -1;
}
