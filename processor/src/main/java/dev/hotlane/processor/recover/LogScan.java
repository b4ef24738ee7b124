package dev.hotlane.processor.recover;

import dev.hotlane.processor.state.RulesScan;
import dev.hotlane.processor.state.SkipScan;

/** What a start looks for in the log behind the checkpoint, in one pass. One thread at a time. */
record LogScan(SkipScan skips, RulesScan rules) {
    /** @param from first offset that will be passed to it */
    static LogScan from(long from) {
        return new LogScan(new SkipScan(from), new RulesScan());
    }

    void see(long offset, byte[] key, byte[] value) {
        skips.see(offset, key, value);
        rules.see(offset, key, value);
    }
}
