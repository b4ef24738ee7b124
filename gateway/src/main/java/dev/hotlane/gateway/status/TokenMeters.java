package dev.hotlane.gateway.status;

import dev.hotlane.access.token.Tokens;

/** Gauges of the tokens that a gateway accepts. Without state. */
public final class TokenMeters {
    private static final double MS_PER_S = 1_000;

    private TokenMeters() {}

    /** Registers the gauges. */
    public static void bind(Metrics metrics, Tokens tokens) {
        metrics.gauge("hotlane_jwks_stale", "1 if the keys of the token server can't be read", tokens, all -> {
            return all.keysStale() ? 1 : 0;
        });
        metrics.gauge(
                "hotlane_jwks_age_seconds",
                "Since the keys of the token server were read, -1 for never",
                tokens,
                all -> all.keysAgeMs() < 0 ? -1 : all.keysAgeMs() / MS_PER_S);
        metrics.gauge("hotlane_tokens_known", "Tokens that need no new check", tokens, Tokens::known);
        metrics.gauge("hotlane_tokens_judged", "Tokens that are being checked", tokens, Tokens::placesTaken);
    }
}
