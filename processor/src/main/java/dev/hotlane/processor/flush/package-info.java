/**
 * Collects the changes for MySQL. In: changes and window entries by value, and at cuttable slots the state's meta. Out:
 * the flusher's hBatching, and cuts.
 * Thread: {@code flush}.
 * May import: Disruptor, flusher.batch, protocol, processor.checkpoint, processor.flow, processor.state.
 */
package dev.hotlane.processor.flush;
