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

    /** Sequence of the LEAD that began the epoch; -1 if the loaded checkpoint includes it. */
    long leadSequence = -1;

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
        leadSequence = other.leadSequence;
        logTime = other.logTime;
        return this;
    }
}
