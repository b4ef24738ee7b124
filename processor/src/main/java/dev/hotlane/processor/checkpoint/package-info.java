/**
 * Between the state and the rows of a checkpoint. In: a state, or its open holds; rows of MySQL or of a snapshot.
 * Out: all rows of a state, or those of open holds; a loaded state whose digest is proven.
 * Threads: {@code flush} writes rows of holds; the starting one loads.
 * May import: flusher, protocol, processor.halt, processor.state.
 */
package dev.hotlane.processor.checkpoint;
