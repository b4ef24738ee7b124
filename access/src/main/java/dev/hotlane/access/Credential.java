package dev.hotlane.access;

/** What proved who calls: an API key, a token, a certificate. Immutable; any thread. */
public interface Credential {
    /**
     * The caller that it proves in another state of the file; null if it proves none there. Whether it has expired is not
     * judged here.
     */
    KnownCaller in(Principals state);

    /** The first epoch ms at which it is not valid; {@code Long.MAX_VALUE}: never. */
    long expiresMs();

    /** The first epoch ms at which a request needs a new check of the same text; {@code Long.MAX_VALUE}: never. */
    default long checkAgainMs() {
        return Long.MAX_VALUE;
    }
}
