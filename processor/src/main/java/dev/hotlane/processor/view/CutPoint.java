package dev.hotlane.processor.view;

import dev.hotlane.protocol.Meta;

/** The end of a record at which the state may be cut. A mutable carrier, owned by one thread at a time. */
final class CutPoint {
    /** Sequence of the record. */
    long sequence;

    /** Sequence minus offset. */
    long sequenceBase;

    /** Epoch after the record. */
    long epoch;

    /** Log time T after the record, epoch milliseconds. */
    long logTime;

    /** The record before {@code meta.nextOffset}. */
    CutPoint set(Meta meta) {
        sequenceBase = meta.sequenceBase;
        sequence = meta.sequenceBase + meta.nextOffset - 1;
        epoch = meta.epoch;
        logTime = meta.logTime;
        return this;
    }

    CutPoint set(CutPoint other) {
        sequence = other.sequence;
        sequenceBase = other.sequenceBase;
        epoch = other.epoch;
        logTime = other.logTime;
        return this;
    }
}
