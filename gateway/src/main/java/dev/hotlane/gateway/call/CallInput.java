package dev.hotlane.gateway.call;

import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Sender;

/**
 * The input of a call besides the fields of its JSON.
 *
 * @param sender who calls, by its credentials
 * @param id the Idempotency-Key, or the id of a batch line; null if there is none
 * @param segment the decoded path segment (a key or an id), or the target of a batch line; null if there is none
 * @param ifMatch the header, or null
 * @param ifNoneMatch the header, or null
 * @param limits limits of the rules in force
 * @param line whether it is a line of a batch; only the words of a rejection depend on it
 * @param parameters the query parameters that the call takes, and the header that stands for one
 */
public record CallInput(
        Sender sender,
        byte[] id,
        byte[] segment,
        String ifMatch,
        String ifNoneMatch,
        Limits limits,
        boolean line,
        Parameters parameters) {

    /** An input of {@link Sender#NONE} without query parameters. */
    public CallInput(byte[] id, byte[] segment, String ifMatch, String ifNoneMatch, Limits limits, boolean line) {
        this(Sender.NONE, id, segment, ifMatch, ifNoneMatch, limits, line, Parameters.NONE);
    }

    /** The segment as a counter's key; throws MALFORMED unless it has 1 to 200 bytes. */
    byte[] key() {
        if (segment.length < 1 || segment.length > Op.KEY_LENGTH_MAX) {
            throw RequestRefused.malformed("the path: a key has 1 to " + Op.KEY_LENGTH_MAX
                    + " bytes once decoded, this one has " + segment.length);
        }
        return segment;
    }

    /** The segment as the id of a command or hold; throws MALFORMED if it is none. */
    byte[] commandId() {
        if (!CommandId.isId(segment, 0, segment.length)) {
            throw RequestRefused.malformed((line ? "the line: " : "the path: ") + "an id has 1 to "
                    + CommandId.LENGTH_MAX + " visible ASCII characters");
        }
        return segment;
    }

    /** A rejection of the JSON as a whole, such as a missing field. */
    RequestRefused malformed(String what) {
        return RequestRefused.malformed((line ? "the line: " : "the body: ") + what);
    }

    /**
     * Limits of the rules in force, from the last BEAT. Those of commands, opsMax and ttlMaxMs, are the lane's to judge:
     * it does so after the lookup of the id, so that a retry gets its stored result after they were lowered.
     *
     * @param readKeysMax keys per read
     */
    public record Limits(int readKeysMax) {
        /** The largest limits of the contract; in force until the first BEAT. */
        public static final Limits CONTRACT = new Limits(1_000);

        /** The limits that a BEAT reports; those of the contract if it is null. */
        public static Limits of(Beat beat) {
            return beat == null ? CONTRACT : new Limits(beat.readKeysMax());
        }
    }
}
