/**
 * How fast questions about the past of a lane are answered. In: how long a log. Out: figures, and whether the answers agree.
 * Threads: the caller's.
 * May import: protocol, flusher, processor.checkpoint, processor.state, infra, jmh.figures, jmh.lane, Vert.x.
 */
package dev.hotlane.jmh.time;
