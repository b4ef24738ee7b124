/**
 * Many threads of one JVM that sell the units of one hot counter: through the Java client's batcher, and, to compare, by a
 * script in Redis through Lettuce. In: a stack, a Redis. Out: figures on a stream, and whether each total is right.
 * Threads: the caller's; {@code caller-N} call.
 * May import: client, infra, jmh.figures, jmh.lane, jmh.peers.redis, jmh.servers, HdrHistogram.
 */
package dev.hotlane.jmh.lane.callers;
