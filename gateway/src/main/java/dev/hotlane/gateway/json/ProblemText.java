package dev.hotlane.gateway.json;

import dev.hotlane.gateway.problem.Code;
import dev.hotlane.protocol.json.JsonText;
import java.util.Locale;

/** Builds a problem document (RFC 9457): begin, fields, end. Belongs to the thread of its text. */
public final class ProblemText {
    private static final String TYPE_PREFIX = "urn:hotlane:problem:";

    private final JsonText out;

    /** Appends the start of a document. */
    public ProblemText(JsonText out, Code code, int status, String detail) {
        this(out, code, status, detail, code.outcome());
    }

    /** The same with another outcome than the code's usual one; null for none. */
    public ProblemText(JsonText out, Code code, int status, String detail, String outcome) {
        this.out = out;
        String type = TYPE_PREFIX + code.name().toLowerCase(Locale.ROOT).replace('_', '-');
        out.raw('{').name("type").string(type);
        field("title").string(code.title());
        field("status").number(status);
        field("detail").string(detail);
        field("code").string(code.name());
        if (outcome != null) {
            field("outcome").string(outcome);
        }
    }

    /** Appends a whole document: a problem that the gateway found. */
    public static void write(JsonText out, Code code, String detail) {
        write(out, code, detail, code.retryAfterMs());
    }

    /** The same with the ms after which it may come again; 0: none. */
    public static void write(JsonText out, Code code, String detail, long retryAfterMs) {
        ProblemText problem = new ProblemText(out, code, code.status(), detail);
        if (retryAfterMs > 0) {
            problem.field("retryAfterMs").number(retryAfterMs);
        }
        problem.end();
    }

    /** Starts a field; its value must follow. */
    public JsonText field(String name) {
        return out.raw(',').name(name);
    }

    /** Completes the document. */
    public JsonText end() {
        return out.raw('}');
    }
}
