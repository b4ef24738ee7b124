package dev.hotlane.gateway.settings;

import dev.hotlane.access.token.TokenSettings;
import java.nio.file.Path;

/**
 * Who may call; checked when made, immutable.
 *
 * @param principals the principals file; null: anyone may do all
 * @param tokens which bearer tokens are accepted beside API keys; null: none
 */
public record AccessSettings(Path principals, TokenSettings tokens) {
    /** Anyone may do all. */
    public static final AccessSettings OPEN = new AccessSettings(null);

    /** API keys only. */
    public AccessSettings(Path principals) {
        this(principals, null);
    }

    /** Throws IllegalArgumentException with the name of a setting that can't work. */
    public AccessSettings {
        Requirement.require(
                tokens == null || principals != null, "tokens select principals, so a principals file is needed");
    }
}
