/**
 * What one thread of the lane hands to another: the slots of the ring, and beside it how far each thread is.
 * Threads: {@code log} and {@code state} write a slot, {@code reply}, {@code flush} and {@code view} read it; each
 * position names its own writer.
 * May import: processor.state, protocol.
 */
package dev.hotlane.processor.flow;
