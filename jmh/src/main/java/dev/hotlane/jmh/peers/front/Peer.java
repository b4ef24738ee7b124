package dev.hotlane.jmh.peers.front;

import io.vertx.core.Future;

/** One way to sell units of a hot key without selling more than there are. */
public interface Peer extends AutoCloseable {
    /**
     * Sells. Called on the front's event loop, never waits; the future ends on that loop, when the answer is as durable
     * as this peer makes it. It fails if the outcome is unknown.
     */
    Future<PeerAnswer> handle(PeerCommand command);

    /** Puts up that number of units of a new key. Waits; on no event loop. */
    void put(String key, long units) throws Exception;

    /** Units left, as the peer's own store has them when all calls are answered. Waits; on no event loop. */
    long left(String key) throws Exception;

    @Override
    void close();
}
