package dev.hotlane.proof.simulation;

import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.SkipScan;
import dev.hotlane.processor.state.State;
import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.protocol.Meta;

/** A replay of the log from offset 0 in the product's state, as by `hotlane verify`: all SKIPs are found first. */
final class WholeReplay {
    private WholeReplay() {}

    /**
     * The record as its readers take it. A process that missed a SKIP sends a TICK with a wrong digest, unless the
     * states with and without the record have become equal: what the record changed may be removed and forgotten.
     */
    static LogEntry compared(ProcessorRun sender, LogEntry said, byte[] value) {
        World world = sender.place.world;
        if (said instanceof LogEntry.Tick tick && world.invariants.strayed(sender, tick.previous())) {
            long digest = upTo(world, tick.previous() + 1).lastTickDigest;
            return tick.withWrong(digest != Decoder.previousDigest(value));
        }
        return said;
    }

    /** Describes the state after all records below that offset. */
    static Meta upTo(World world, long end) {
        SkipScan scan = new SkipScan(0);
        for (int offset = 0; offset < world.log.end(); offset++) {
            Entry entry = world.log.get(offset);
            scan.see(offset, entry.key(), entry.value());
        }
        State state = new State();
        state.quarantine(scan.offsets());
        Effects effects = new Effects();
        for (int offset = 0; offset < end; offset++) {
            Entry entry = world.log.get(offset);
            state.apply(offset, entry.stamp(), entry.key(), entry.value(), effects);
        }
        Meta replayed = new Meta();
        state.describe(replayed);
        return replayed;
    }
}
