/**
 * What one thread of the lane hands to another: the slots of the ring.
 * Threads: {@code log} and {@code state} write a slot, {@code reply} and {@code flush} read it.
 * May import: processor.state.
 */
package dev.hotlane.processor.flow;
