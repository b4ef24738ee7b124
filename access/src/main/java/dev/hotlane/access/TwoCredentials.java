package dev.hotlane.access;

/**
 * A key or token, and a client certificate, in one request: both must prove the same principal. Immutable; any thread.
 *
 * @param sent the key or token of the header
 * @param certificate that of the connection
 */
public record TwoCredentials(Credential sent, Credential certificate) implements Credential {
    @Override
    public KnownCaller in(Principals state) {
        KnownCaller sender = sent.in(state);
        KnownCaller owner = certificate.in(state);
        return sender != null && owner != null && sender.principal() == owner.principal()
                ? new KnownCaller(sender.principal(), this, state)
                : null;
    }

    @Override
    public long expiresMs() {
        return Math.min(sent.expiresMs(), certificate.expiresMs());
    }

    @Override
    public long checkAgainMs() {
        return Math.min(sent.checkAgainMs(), certificate.checkAgainMs());
    }
}
