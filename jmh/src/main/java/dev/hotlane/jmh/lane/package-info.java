/**
 * Measurements of the lane on a real stack; each checks its own result. In: a stack. Out: figures on a stream.
 * Thread: the caller's.
 * May import: client, protocol, gateway, infra, Vert.x, kafka-clients.
 */
package dev.hotlane.jmh.lane;
