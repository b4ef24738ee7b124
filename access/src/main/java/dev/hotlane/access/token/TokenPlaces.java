package dev.hotlane.access.token;

import java.util.HashMap;
import java.util.Map;

/** The places of tokens that are judged: 64, and 4 of them for one address. Any thread. */
final class TokenPlaces {
    /** Places of all. */
    static final int ALL = 64;

    /** Places of one address. */
    static final int OF_ONE = 4;

    private final Map<Long, Integer> byPeer = new HashMap<>();
    private int taken;

    /** Takes a place if one is free; {@code peer} null: the address is not counted, as it carries the calls of many. */
    synchronized boolean take(Long peer) {
        int before = peer == null ? 0 : byPeer.getOrDefault(peer, 0);
        if (taken == ALL || before == OF_ONE) {
            return false;
        }
        taken++;
        if (peer != null) {
            byPeer.put(peer, before + 1);
        }
        return true;
    }

    /** Gives a taken place back. */
    synchronized void give(Long peer) {
        taken--;
        if (peer != null) {
            byPeer.computeIfPresent(peer, (same, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Places that are taken now. */
    synchronized int taken() {
        return taken;
    }
}
