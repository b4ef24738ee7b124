package dev.hotlane.proof.history;

/**
 * By which account an attempt is sent. Immutable.
 *
 * @param authorization value of the header; null: none
 * @param tls of the connection; null: without TLS
 */
public record CallerAccount(String authorization, CallerTls tls) {
    /** Of a gateway that is open to all. */
    public static final CallerAccount NONE = new CallerAccount(null, null);

    /** With an API key or a token. */
    public static CallerAccount bearer(String secret, CallerTls tls) {
        return new CallerAccount("Bearer " + secret, tls);
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return (authorization == null ? "" : "bearer ") + (tls == null ? "" : tls);
    }
}
