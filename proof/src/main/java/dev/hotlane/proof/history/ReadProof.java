package dev.hotlane.proof.history;

import io.vertx.core.json.JsonObject;

/**
 * What the headers of a local answer claim. Immutable.
 *
 * @param offset Hotlane-Offset: the sequence of the last record that the values include
 * @param staleMs Hotlane-Stale-Ms: upper bound of their age
 * @param source Hotlane-Source: view or lane
 */
public record ReadProof(long offset, long staleMs, String source) {
    /** The proof's object in the history. */
    JsonObject json() {
        return new JsonObject().put("offset", offset).put("staleMs", staleMs).put("source", source);
    }
}
