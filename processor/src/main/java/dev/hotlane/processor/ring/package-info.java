/**
 * The ring between the stages, and the stage that decides. In: records from log. Out: slots with effects to reply and
 * flush.
 * Threads: {@code log} publishes, {@code state}, {@code reply} and {@code flush} each read; the wiring stands in
 * {@link dev.hotlane.processor.ring.Pipeline}.
 * May import: Disruptor, slf4j, protocol, processor.flow, processor.halt, processor.lead, processor.state.
 */
package dev.hotlane.processor.ring;
