package dev.hotlane.gateway.cards;

import dev.hotlane.protocol.json.JsonText;

/** The values of counters as of one sequence. Belongs to the thread that composes an answer. */
@FunctionalInterface
public interface CounterBodies {
    /**
     * Appends the body of one counter, a whole JSON object. Called once for each counter, in the order of the cards and
     * of their keys.
     */
    void write(byte[] key, JsonText out);
}
