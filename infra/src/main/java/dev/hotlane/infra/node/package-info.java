/**
 * A node: processor and gateway in one process. In: settings of both. Out: a running lane behind HTTP, or one that stands
 * by; the gateway's replies in memory while the processor leads.
 * Threads: those of gateway and processor; the hand-over runs on {@code reply}.
 * May import: gateway, processor, slf4j.
 */
package dev.hotlane.infra.node;
