package dev.hotlane.jmh.peers.front;

import java.time.Duration;

/**
 * Where a peer finds its store. Immutable.
 *
 * @param jdbcUrl of a database of its own
 * @param bootstrapServers of Kafka
 * @param redisPort on 127.0.0.1; 0 if there is none
 * @param answerMax after which a call that has not begun, or has lost every race, is answered as busy
 */
public record PeerPlace(
        String jdbcUrl, String user, String password, String bootstrapServers, int redisPort, Duration answerMax) {
    /** When a call that arrives now is to be answered, by System.nanoTime. */
    public long deadline() {
        return System.nanoTime() + answerMax.toNanos();
    }
}
