package dev.hotlane.gateway.call;

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
