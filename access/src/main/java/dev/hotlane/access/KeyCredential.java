package dev.hotlane.access;

import java.security.MessageDigest;

/**
 * An API key that a caller sent.
 *
 * @param key its entry in the file
 */
public record KeyCredential(ApiKey key) implements Credential {
    /** The caller who sent this key. */
    public static KnownCaller caller(KnownKey known, Principals state) {
        return new KnownCaller(known.principal(), new KeyCredential(known.key()), state);
    }

    @Override
    public KnownCaller in(Principals state) {
        KnownKey known = state.key(KeyText.id(key.id()));
        return known != null && MessageDigest.isEqual(known.key().sha256(), key.sha256()) ? caller(known, state) : null;
    }

    @Override
    public long expiresMs() {
        return key.expiresMs();
    }
}
