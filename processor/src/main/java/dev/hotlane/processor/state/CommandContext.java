package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Rules;

/** The command at hand and when it is applied. Plain fields, set anew for every command; owned by the state thread. */
final class CommandContext {
    /** The record decoded, with its hashes. */
    Decoded record;

    CommandView command;

    /** Its id as text, the record key. */
    byte[] id;

    /** What tells it from another command under the same id. */
    long fingerprint;

    long sequence;

    /** T, epoch milliseconds. */
    long logTime;

    /** The broker's time of the record. */
    long timestamp;

    Rules rules;
    Effects out;

    /**
     * The time by which what it does is kept. Before the first TICK ever the log clock shows 0: by that an id would be
     * forgotten, and a hold expire, at the first TICK.
     */
    long keptFrom() {
        return logTime == 0 ? timestamp : logTime;
    }
}
