package dev.hotlane.access.token;

/**
 * Which tokens are accepted; checked when made, immutable.
 *
 * @param issuer what {@code iss} must be
 * @param audience what {@code aud} must be or contain
 * @param claim name of the claim whose value selects a principal by its {@code subjects}
 * @param jwks where the issuer's keys are: an https URL, an http URL of loopback, or a file's path
 */
public record TokenSettings(String issuer, String audience, String claim, String jwks) {
    /** The claim unless the operator says otherwise. */
    public static final String CLAIM = "sub";

    /** Throws IllegalArgumentException with the setting that can't work. */
    public TokenSettings {
        require(!issuer.isBlank(), "issuer must not be empty");
        require(!audience.isBlank(), "audience must not be empty");
        require(!claim.isBlank(), "claim must not be empty");
        require(!jwks.isBlank(), "jwks must not be empty");
        String fault = JwksUrl.fault(jwks);
        require(fault == null, "jwks: " + fault);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("token settings: " + otherwise);
        }
    }
}
