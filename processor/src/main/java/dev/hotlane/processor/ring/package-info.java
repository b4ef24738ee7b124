/**
 * The ring between the stages, and the stage that decides. In: records from log. Out: slots with effects to reply,
 * flush and view.
 * Threads: {@code log} publishes, {@code state}, {@code reply}, {@code flush} and {@code view} each read.
 * {@link dev.hotlane.processor.ring.Pipeline} is the wiring: it runs the stages that
 * {@link dev.hotlane.processor.ring.Stages} constructs.
 * May import: Disruptor, slf4j, flusher, protocol, processor.flow, processor.flush, processor.halt, processor.lead,
 * processor.reply, processor.state, processor.view.
 */
package dev.hotlane.processor.ring;
