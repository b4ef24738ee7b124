package dev.hotlane.access.token;

/** Receives what was found of a token that is new: exactly one of these calls, at once or on thread {@code tokens}. */
public interface TokenReceiver {
    /** It is valid. */
    void known(KnownToken token);

    /** It is not valid: 401, the same for each cause. */
    void refused();

    /** It can't be judged now: 503, nothing was executed. */
    void later(String detail);
}
