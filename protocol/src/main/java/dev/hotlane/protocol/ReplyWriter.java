package dev.hotlane.protocol;

import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.MessageHeaderEncoder;
import dev.hotlane.protocol.sbe.ReplyEncoder;
import org.agrona.MutableDirectBuffer;

/**
 * Encodes one Reply message in place, without allocating. The order of calls is the order of the message: {@link
 * #begin}, the header setters, {@link #problem}, {@link #results}, {@link #counters}, {@link #holds} as far as they
 * apply, then {@link #end}. Belongs to one thread.
 */
public final class ReplyWriter {
    /** {@code failedOp} if no single op is at fault. */
    public static final int NO_OP = 255;

    private static final byte[] NOTHING = {};

    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final ReplyEncoder reply = new ReplyEncoder();
    private ReplyEncoder.ResultsEncoder results;
    private ReplyEncoder.CountersEncoder counters;
    private ReplyEncoder.HoldsEncoder holds;
    private ReplyEncoder.HoldsEncoder.LinesEncoder lines;
    private int start;
    private int groups;

    /** Starts a reply at {@code offset}; the message header comes first. */
    public ReplyWriter begin(MutableDirectBuffer buffer, int offset) {
        start = offset;
        groups = 0;
        reply.wrapAndApplyHeader(buffer, offset, header);
        // The buffer may hold an older reply, whose fields must not remain.
        buffer.setMemory(offset + Frame.MESSAGE_HEADER_LENGTH, ReplyEncoder.BLOCK_LENGTH, (byte) 0);
        return this;
    }

    /** Sets the request that it answers. */
    public ReplyWriter to(long gatewayHi, long gatewayLo, long request, long idHash) {
        reply.gatewayHi(gatewayHi).gatewayLo(gatewayLo).request(request).idHash(idHash);
        return this;
    }

    /** Sets the verdict of the record at {@code sequence}, decided at log time {@code time} in ms. */
    public ReplyWriter verdict(Verdict verdict, long sequence, long time) {
        reply.verdict((short) verdict.code()).sequence(sequence).time(time);
        reply.originSequence(sequence).originTime(time);
        return this;
    }

    /** Marks it as the stored outcome of an earlier record (-1: none). */
    public ReplyWriter replayed(long originSequence, long originTime) {
        reply.originSequence(originSequence).originTime(originTime);
        reply.flags().replayed(true);
        return this;
    }

    /** Marks it as the stored outcome of the record's target. */
    public ReplyWriter stored() {
        reply.flags().stored(true);
        return this;
    }

    /** Marks that the window has one more copy of a hold that the record did not change. */
    public ReplyWriter copied() {
        reply.flags().copied(true);
        return this;
    }

    /** Sets the numbers of a rejection; {@code failedOp} is an index or {@link #NO_OP}. */
    public ReplyWriter problem(int failedOp, long available, long limit, long retryAfterMs, long horizon) {
        reply.problemCount(1)
                .next()
                .failedOp((short) failedOp)
                .available(available)
                .limit(limit)
                .retryAfterMs(retryAfterMs)
                .horizon(horizon);
        groups = 1;
        return this;
    }

    /** Starts a group of {@code count} results; write each with {@link #result}. */
    public ReplyWriter results(int count) {
        skipTo(1);
        results = reply.resultsCount(count);
        groups = 2;
        return this;
    }

    /** Writes the next result. */
    public void result(long previous, long value, long version) {
        results.next().previous(previous).value(value).version(version);
    }

    /** Starts a group of {@code count} counters of a READ; write each with {@link #counter}. */
    public ReplyWriter counters(int count) {
        skipTo(2);
        counters = reply.countersCount(count);
        groups = 3;
        return this;
    }

    /** Writes the next counter. */
    public void counter(long value, long held, long confirmed, long version) {
        counters.next().value(value).held(held).confirmed(confirmed).version(version);
    }

    /** Starts a group of {@code count} holds; write each with {@link #hold}, its {@link #line}s and {@link #names}. */
    public ReplyWriter holds(int count) {
        skipTo(3);
        holds = reply.holdsCount(count);
        groups = 4;
        return this;
    }

    /** Starts the next hold with {@code lineCount} lines; {@code resolvedAt} is 0 while it is held. */
    public void hold(
            HoldState state, long createdSequence, long createdAt, long expiresAt, long resolvedAt, int lineCount) {
        holds.next()
                .state(state)
                .createdSequence(createdSequence)
                .createdAt(createdAt)
                .expiresAt(expiresAt)
                .resolvedAt(resolvedAt);
        lines = holds.linesCount(lineCount);
    }

    /** Writes the next line of the current hold, with the fields of the schema. */
    public void line(byte[] key, int keyOffset, int keyLength, long quantity, long remaining, long confirmed) {
        lines.next()
                .quantity(quantity)
                .remaining(remaining)
                .confirmed(confirmed)
                .putKey(key, keyOffset, keyLength);
    }

    /** Completes the current hold. */
    public void names(byte[] id, int idOffset, int idLength, byte[] owner, int ownerOffset, int ownerLength) {
        holds.putId(id, idOffset, idLength).putOwner(owner, ownerOffset, ownerLength);
    }

    /** Bytes written so far, with the message header. */
    public int length() {
        return reply.limit() - start;
    }

    /** Completes the message; returns its length in bytes with the message header. */
    public int end() {
        return end(NOTHING, 0, 0);
    }

    /** Completes a page of holds; the next page starts after the hold of this id. An empty cursor ends the list. */
    public int end(byte[] cursor, int cursorOffset, int cursorLength) {
        skipTo(4);
        reply.putCursor(cursor, cursorOffset, cursorLength);
        return reply.limit() - start;
    }

    private void skipTo(int group) {
        if (groups < 1 && group >= 1) {
            reply.problemCount(0);
        }
        if (groups < 2 && group >= 2) {
            reply.resultsCount(0);
        }
        if (groups < 3 && group >= 3) {
            reply.countersCount(0);
        }
        if (groups < 4 && group >= 4) {
            reply.holdsCount(0);
        }
        groups = Math.max(groups, group);
    }
}
