package dev.hotlane.gateway.call;

import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.Op;

/**
 * What a call is asked with, besides the fields of its JSON.
 *
 * @param id the Idempotency-Key, or the id of a batch line; null if there is none
 * @param segment the decoded path segment (a key or an id), or what a batch line names instead; null if there is none
 * @param ifMatch the header, or null
 * @param ifNoneMatch the header, or null
 * @param limits what the rules in force allow
 * @param line whether it is a line of a batch; only the words of a refusal depend on it
 * @param parameters those of the query that the call knows
 */
public record CallInput(
        byte[] id,
        byte[] segment,
        String ifMatch,
        String ifNoneMatch,
        Limits limits,
        boolean line,
        Parameters parameters) {

    /** Asked without query parameters. */
    public CallInput(byte[] id, byte[] segment, String ifMatch, String ifNoneMatch, Limits limits, boolean line) {
        this(id, segment, ifMatch, ifNoneMatch, limits, line, Parameters.NONE);
    }

    /** The segment as a counter's key; MALFORMED if it is none. */
    byte[] key() {
        if (segment.length < 1 || segment.length > Op.KEY_LENGTH_MAX) {
            throw RequestRefused.malformed("the path: a key has 1 to " + Op.KEY_LENGTH_MAX
                    + " bytes once decoded, this one has " + segment.length);
        }
        return segment;
    }

    /** The segment as the id of a command or hold; MALFORMED if it is none. */
    byte[] commandId() {
        if (!CommandId.isId(segment, 0, segment.length)) {
            throw RequestRefused.malformed((line ? "the line: " : "the path: ") + "an id has 1 to "
                    + CommandId.LENGTH_MAX + " visible ASCII characters");
        }
        return segment;
    }

    /** A refusal of the JSON as a whole, such as a missing field. */
    RequestRefused malformed(String what) {
        return RequestRefused.malformed((line ? "the line: " : "the body: ") + what);
    }

    /**
     * What the rules in force allow, as the last BEAT has it.
     *
     * @param opsMax ops of a command
     * @param readKeysMax keys of a read
     * @param ttlMaxMs longest hold
     */
    public record Limits(int opsMax, int readKeysMax, long ttlMaxMs) {
        /** The most that the contract allows: in force until a BEAT says less. */
        public static final Limits CONTRACT = new Limits(64, 1_000, Long.MAX_VALUE);
    }
}
