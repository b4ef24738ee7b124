package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Rules;

/** The command at hand and its time of apply. Plain fields, set for every command; owned by the state thread. */
final class CommandContext {
    /** The record decoded, with its hashes. */
    Decoded record;

    CommandView command;

    /** Tenant and id as text. */
    byte[] recordKey;

    /** Distinguishes two commands under the same id. */
    long fingerprint;

    long sequence;

    /** T, epoch milliseconds. */
    long logTime;

    /** The broker's append time of the record, epoch milliseconds. */
    long timestamp;

    Rules rules;
    Effects out;

    /**
     * Start of the time for which the command's results are kept. Log time is 0 before the first TICK ever. Counted
     * from 0, an id would be forgotten and a hold would expire at the first TICK.
     */
    long keptFrom() {
        return logTime == 0 ? timestamp : logTime;
    }
}
