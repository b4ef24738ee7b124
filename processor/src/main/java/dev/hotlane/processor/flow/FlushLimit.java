package dev.hotlane.processor.flow;

import java.util.function.LongSupplier;

/**
 * The offset that a batch's cut must not exceed to be committed: all replies below it are acknowledged, and a TICK that
 * was read back reports all records below it as applied. After such a TICK a SKIP of these records is void, so no replay
 * steps over a record that MySQL holds. Any thread.
 *
 * @param replied every reply below it is acknowledged
 * @param passed every record below it is reported as applied by a TICK that this process applied
 */
public record FlushLimit(LongSupplier replied, Position passed) implements LongSupplier {

    /**
     * The limit at a start.
     *
     * @param next offset of the first record to apply: MySQL has those before it
     */
    public static FlushLimit of(long next, LongSupplier replied) {
        return new FlushLimit(replied, new Position(next));
    }

    @Override
    public long getAsLong() {
        return Math.min(replied.getAsLong(), passed.getAsLong());
    }
}
