/**
 * Stage 3c, the thread view: collects changed counters and passes them to views, in memory and by topic. Never waits for
 * a view.
 *
 * <p>May import: processor.flow, processor.state, flusher.batch, protocol, halt.
 */
package dev.hotlane.processor.view;
