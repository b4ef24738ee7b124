/**
 * A node: processor and gateway in one process. In: settings of both. Out: a running lane behind HTTP, or one that stands
 * by; in memory the gateway's view, and its replies while the processor leads.
 * Threads: those of gateway and processor; the hand-over runs on {@code reply}.
 * May import: gateway, processor, protocol, slf4j.
 */
package dev.hotlane.infra.node;
