/**
 * Measurements of the lane on a real stack; each checks its own result. In: a stack. Out: figures on a stream.
 * Threads: the caller's; {@code local-reads-N} for each gateway that is read locally.
 * May import: client, protocol, gateway, infra, Vert.x, kafka-clients.
 */
package dev.hotlane.jmh.lane;
