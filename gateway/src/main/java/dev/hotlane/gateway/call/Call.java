package dev.hotlane.gateway.call;

import dev.hotlane.gateway.json.StrictJson;
import dev.hotlane.gateway.view.ViewRead;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.List;

/** A kind of request that goes through the log. It has no state: all event loops share one object. */
public interface Call {
    /** Return value of {@link #answer} if the answer has no version of its own, so no ETag. */
    long NO_VERSION = -1;

    /** Names of the query parameters that the call takes. */
    default List<String> parameters() {
        return List.of();
    }

    /** Whether the requests of an event-loop turn share one READ, see {@link SharedReads}; each has one key. */
    default boolean sharesRead() {
        return false;
    }

    /** Whether it reads counters by their keys, so that the view may answer it by its {@link ReadTerms}. */
    default boolean readsCounters() {
        return false;
    }

    /** Starts to read one request. */
    Draft draft(CallInput.Limits limits);

    /** Reads a request whose body is empty or one JSON object. Throws RequestRefused if it is rejected. */
    default LogRequest ask(CallInput in, byte[] body) {
        Draft draft = draft(in.limits());
        if (body.length > 0) {
            try (StrictJson json = new StrictJson(body)) {
                json.beginObject();
                for (String field = json.nextField(); field != null; field = json.nextField()) {
                    draft.field(field, json);
                }
                json.end();
            }
        }
        return draft.question(in);
    }

    /** Whether this reply is a success, to be written by {@link #answer}; else it is a problem. */
    default boolean succeeds(Verdict verdict, ReplyDecoder reply) {
        return verdict == Verdict.OK;
    }

    /** The HTTP status of a success. */
    default int status() {
        return 200;
    }

    /** The Location header of a success, or null for none. */
    default String location(LogRequest question) {
        return null;
    }

    /**
     * Writes the body of a success and returns the version for the ETag. Throws IllegalStateException if the reply does
     * not fit the question; such a reply must not be returned as a success.
     */
    long answer(LogRequest question, ReplyDecoder reply, JsonText out);

    /** The same from the view, for a call whose terms allow it. */
    default long answer(LogRequest question, ViewRead view, JsonText out) {
        throw new IllegalStateException("this call is not answered from the view");
    }
}
