/**
 * Between the state and the rows of a checkpoint. In: slots at which the state may be cut; rows of MySQL or of a snapshot.
 * Out: the flusher's cuts; a loaded state whose digest is proven.
 * Threads: {@code flush} writes cuts; the starting one loads.
 * May import: flusher, protocol, processor.halt, processor.state.
 */
package dev.hotlane.processor.checkpoint;
