package dev.hotlane.gateway.call;

import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import java.util.List;

/**
 * Where a read of counters may be answered from, as its caller asked. Immutable.
 *
 * @param local whether the view may answer; else the log does
 * @param maxStaleMs greatest age of an answer from the view, in ms; {@link #NONE} for the gateway's own
 * @param minOffset least sequence that an answer includes, or {@link #NONE}
 */
public record ReadTerms(boolean local, long maxStaleMs, long minOffset) {
    /** No bound was given. */
    public static final long NONE = -1;

    /** The header that stands for the parameter {@code minOffset}. */
    public static final String MIN_OFFSET_HEADER = "Hotlane-Min-Offset";

    /** The query parameters. */
    public static final List<String> PARAMETERS = List.of("consistency", "maxStaleMs", "minOffset");

    /** A read through the log. */
    static final ReadTerms LANE = new ReadTerms(false, NONE, NONE);

    /** A read that the view may answer, within the gateway's own bound. */
    public static final ReadTerms LOCAL = new ReadTerms(true, NONE, NONE);

    private static final long STALE_MS_MAX = 3_600_000;

    /** Greatest whole number that every JSON reader keeps exactly. */
    private static final long OFFSET_MAX = 1L << 53;

    /** Reads the parameters, the header among them; throws MALFORMED if they are not valid. */
    static ReadTerms of(Parameters parameters) {
        return of(parameters, LANE);
    }

    /** The same; a caller that names none of them gets {@code usual}. */
    public static ReadTerms of(Parameters parameters, ReadTerms usual) {
        if (parameters.given().isEmpty()) {
            return usual;
        }
        if (parameters == Parameters.LOCAL) {
            return LOCAL;
        }
        String consistency = parameters.text("consistency");
        if (consistency != null && !consistency.equals("local") && !consistency.equals("lane")) {
            throw Parameters.fault("consistency", "expected lane or local");
        }
        long maxStaleMs = parameters.count("maxStaleMs", STALE_MS_MAX);
        long minOffset = parameters.count("minOffset", OFFSET_MAX);
        String minOffsetHeader = parameters.text(MIN_OFFSET_HEADER);
        if (minOffsetHeader != null) {
            long bound = Parameters.whole(minOffsetHeader, OFFSET_MAX);
            if (bound == NONE) {
                throw RequestRefused.malformed(MIN_OFFSET_HEADER + ": expected one whole number, 0 to " + OFFSET_MAX);
            }
            minOffset = Math.max(minOffset, bound);
        }
        boolean bounded = maxStaleMs != NONE || minOffset != NONE;
        if (bounded && "lane".equals(consistency)) {
            throw Parameters.fault(
                    "consistency",
                    "lane is always current: leave out maxStaleMs, minOffset and the header " + MIN_OFFSET_HEADER
                            + ", or ask for local");
        }
        return consistency == null && !bounded
                ? usual
                : new ReadTerms(!"lane".equals(consistency), maxStaleMs, minOffset);
    }

    /** A refusal as this caller gets it: a local read changes nothing, so its outcome is never in doubt. */
    public RequestRefused refusal(Code code, String detail) {
        return local && code == Code.OUTCOME_UNKNOWN
                ? new RequestRefused(
                        Code.UNAVAILABLE,
                        "Nothing was read: the view is away, too old or behind, and the lane did not answer in its"
                                + " place. Read again, or allow an older answer by maxStaleMs.")
                : new RequestRefused(code, detail);
    }
}
