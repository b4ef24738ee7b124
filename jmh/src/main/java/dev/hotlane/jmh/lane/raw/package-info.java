/**
 * Load on a lane by its protocol, without a gateway: what the lane itself can do. In: a lane without a gateway. Out: figures
 * on a stream, and whether each reply and the total are right.
 * Threads: the caller's; {@code raw-commands} writes commands, {@code raw-replies} reads and checks replies.
 * May import: protocol, infra, jmh.figures, jmh.lane, Kafka.
 */
package dev.hotlane.jmh.lane.raw;
