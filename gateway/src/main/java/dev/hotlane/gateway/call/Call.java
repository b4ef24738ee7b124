package dev.hotlane.gateway.call;

import dev.hotlane.gateway.json.JsonText;
import dev.hotlane.gateway.json.StrictJson;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.List;

/** A kind of request that goes through the log. Without state: one object serves every event loop. */
public interface Call {
    /** {@link #answer} of an answer that has no version of its own, so no ETag. */
    long NO_VERSION = -1;

    /** The query parameters that it knows. */
    default List<String> parameters() {
        return List.of();
    }

    /** Starts to read one request. */
    Draft draft(CallInput.Limits limits);

    /** Reads a request whose body, if it is not empty, is one JSON object; or throws why it is refused. */
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

    /** Whether this reply is a success, to be told by {@link #answer}; else it is a problem. */
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
     * Writes the body of a success and gives the version for the ETag. Throws IllegalStateException if the reply does
     * not fit the question: such a reply must not be told as if it did.
     */
    long answer(LogRequest question, ReplyDecoder reply, JsonText out);
}
