package dev.hotlane.infra.past;

import dev.hotlane.processor.checkpoint.LastRecord;
import dev.hotlane.processor.state.State;

/**
 * Where a replay begins.
 *
 * @param state loaded from a snapshot, or empty
 * @param last the record before its next offset; null for an empty state
 * @param source the snapshot's file, or what else it is, for a person
 */
record PastStart(State state, LastRecord last, String source) {}
