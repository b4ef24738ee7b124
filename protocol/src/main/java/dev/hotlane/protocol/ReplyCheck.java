package dev.hotlane.protocol;

import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.MessageHeaderDecoder;
import dev.hotlane.protocol.sbe.ReplyDecoder;

/** Checks a Reply to its end before it is read, so that no reader reaches the end too early. Any thread. */
final class ReplyCheck {
    private ReplyCheck() {}

    /**
     * Whether the reply fills its {@code length} bytes (with the message header) exactly; a newer version may have
     * appended fields. Leaves the decoder as if just wrapped.
     */
    static boolean whole(ReplyDecoder reply, int block, int length) {
        boolean newer = reply.actingVersion() > MessageHeaderDecoder.SCHEMA_VERSION;
        int appended = block - ReplyDecoder.BLOCK_LENGTH;
        int room = length - Frame.MESSAGE_HEADER_LENGTH - block;
        if (appended < 0 || appended > 0 && !newer || room < 0) {
            return false;
        }
        try {
            if (!groupsFit(reply, newer) || !holdsFit(reply, newer)) {
                return false;
            }
            reply.skipCursor();
        } catch (IndexOutOfBoundsException e) {
            return false;
        }
        boolean whole = newer ? reply.limit() <= length : reply.limit() == length;
        reply.sbeRewind();
        return whole;
    }

    private static boolean groupsFit(ReplyDecoder reply, boolean newer) {
        ReplyDecoder.ProblemDecoder problem = reply.problem();
        problem.forEachRemaining(one -> {});
        boolean fit = fits(problem.actingBlockLength(), ReplyDecoder.ProblemDecoder.sbeBlockLength(), newer);
        ReplyDecoder.ResultsDecoder results = reply.results();
        results.forEachRemaining(one -> {});
        fit &= fits(results.actingBlockLength(), ReplyDecoder.ResultsDecoder.sbeBlockLength(), newer);
        ReplyDecoder.CountersDecoder counters = reply.counters();
        counters.forEachRemaining(one -> {});
        fit &= fits(counters.actingBlockLength(), ReplyDecoder.CountersDecoder.sbeBlockLength(), newer);
        return problem.count() <= 1 && fit;
    }

    private static boolean holdsFit(ReplyDecoder reply, boolean newer) {
        boolean fit = true;
        ReplyDecoder.HoldsDecoder holds = reply.holds();
        for (ReplyDecoder.HoldsDecoder hold : holds) {
            fit &= hold.stateRaw() >= HoldState.HELD.value() && hold.stateRaw() <= HoldState.EXPIRED.value();
            ReplyDecoder.HoldsDecoder.LinesDecoder lines = hold.lines();
            lines.forEachRemaining(ReplyDecoder.HoldsDecoder.LinesDecoder::skipKey);
            fit &= fits(lines.actingBlockLength(), ReplyDecoder.HoldsDecoder.LinesDecoder.sbeBlockLength(), newer);
            hold.skipId();
            hold.skipOwner();
        }
        return fit && fits(holds.actingBlockLength(), ReplyDecoder.HoldsDecoder.sbeBlockLength(), newer);
    }

    private static boolean fits(int block, int known, boolean newer) {
        return newer ? block >= known : block == known;
    }
}
