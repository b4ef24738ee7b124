package dev.hotlane.gateway.call;

import dev.hotlane.gateway.json.JsonText;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ReplyDecoder;

/** A kind of request that goes through the log. Without state: one object serves every event loop. */
public interface Call {
    /** {@link #answer} of an answer that has no version of its own, so no ETag. */
    long NO_VERSION = -1;

    /** Reads what is asked; throws a {@link dev.hotlane.gateway.problem.Refusal} for anything but that. */
    Question ask(Asking in);

    /** Whether this reply is a success, to be told by {@link #answer} with status 200; else it is a problem. */
    default boolean succeeds(Verdict verdict, ReplyDecoder reply) {
        return verdict == Verdict.OK;
    }

    /**
     * Writes the body of a success and gives the version for the ETag. Throws IllegalStateException if the reply does
     * not fit the question: such a reply must not be told as if it did.
     */
    long answer(Question question, ReplyDecoder reply, JsonText out);
}
