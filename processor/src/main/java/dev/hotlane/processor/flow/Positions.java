package dev.hotlane.processor.flow;

import java.util.function.LongSupplier;

/**
 * How far each part of the lane is, as offsets of the command topic. The writers of each number are named here; any
 * thread reads it at any time. Two numbers are never read atomically together.
 *
 * @param logEnd end of the log as the broker last reported it. Written by the thread log, by release
 * @param logAnswered monotonic time of the last answer of the broker, with records or without. Written by the thread
 *     log, as a volatile
 * @param applied next offset to apply, as of the last cut. Written by the thread state, by release, after the slot
 * @param replied every reply below it is acknowledged: the mark. Volatile; written under its lock, by the thread reply
 *     and by Kafka's producer thread
 * @param passed a TICK reports every record below it as applied, so later SKIPs of these records are void. Written by
 *     the thread state, by release
 * @param flushed MySQL holds the state as of this offset. Volatile; written by the thread flush-writer, and before this
 *     process first leads by the thread flush
 * @param viewed next offset to collect for views, as of the last nap. Written by the thread view, by release
 */
public record Positions(
        Position logEnd,
        Position logAnswered,
        Position applied,
        LongSupplier replied,
        Position passed,
        LongSupplier flushed,
        Position viewed) {

    /**
     * Positions at a start.
     *
     * @param next offset of the first record to apply
     * @param limit of the flush writer; has the positions {@code replied} and {@code passed}
     */
    public static Positions of(long next, long logEnd, long nanos, FlushLimit limit, LongSupplier flushed) {
        return new Positions(
                new Position(logEnd),
                new Position(nanos),
                new Position(next),
                limit.replied(),
                limit.passed(),
                flushed,
                new Position(next));
    }
}
