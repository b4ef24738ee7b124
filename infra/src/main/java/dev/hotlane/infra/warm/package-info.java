/**
 * Warm-up of a process before its gateway's port is opened. In: the longest time, the age of the last BEAT. Out: compiled
 * code; nothing else is left. A scratch lane in memory (gateway, log, ring, stages) is called by a small client over the
 * loopback address. It shares no object with the real lane.
 * Threads: {@code warm-up-log} in place of the broker; the client runs on the starting thread. The scratch lane has an
 * event loop as a gateway has, and the threads of the ring, whose names begin with warm-up.
 * May import: gateway, flusher, processor, protocol, infra.node, Kafka, Disruptor, slf4j.
 */
package dev.hotlane.infra.warm;
