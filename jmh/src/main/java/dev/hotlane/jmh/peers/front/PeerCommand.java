package dev.hotlane.jmh.peers.front;

/**
 * Sell that number of units of a key, if there are as many. Immutable.
 *
 * @param id of the call, as its Idempotency-Key has it
 * @param key of the counter
 * @param units above 0
 */
public record PeerCommand(String id, String key, long units) {}
