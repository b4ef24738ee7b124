package dev.hotlane.gateway.call;

import dev.hotlane.gateway.problem.Refusal;
import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.Op;

/**
 * A request as a call reads it.
 *
 * @param id the Idempotency-Key, or null if there is none
 * @param segment the decoded path segment (a key or an id), or null if the route has none
 * @param body the bytes of the body, empty if there is none
 * @param ifMatch the header, or null
 * @param ifNoneMatch the header, or null
 * @param limits what the rules in force allow
 */
public record Asking(byte[] id, byte[] segment, byte[] body, String ifMatch, String ifNoneMatch, Limits limits) {

    /** The segment as a counter's key; MALFORMED if it is none. */
    byte[] key() {
        if (segment.length < 1 || segment.length > Op.KEY_LENGTH_MAX) {
            throw Refusal.malformed("the path: a key has 1 to " + Op.KEY_LENGTH_MAX
                    + " bytes once decoded, this one has " + segment.length);
        }
        return segment;
    }

    /** The segment as a command's id; MALFORMED if it is none. */
    byte[] commandId() {
        if (!CommandId.isId(segment, 0, segment.length)) {
            throw Refusal.malformed("the path: an id has 1 to " + CommandId.LENGTH_MAX + " visible ASCII characters");
        }
        return segment;
    }

    /**
     * What the rules in force allow, as the last BEAT has it.
     *
     * @param opsMax ops of a command
     * @param readKeysMax keys of a read
     */
    public record Limits(int opsMax, int readKeysMax) {
        /** The most that the contract allows: in force until a BEAT says less. */
        public static final Limits CONTRACT = new Limits(64, 1_000);
    }
}
