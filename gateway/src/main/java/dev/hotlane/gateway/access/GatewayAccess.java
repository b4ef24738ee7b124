package dev.hotlane.gateway.access;

import dev.hotlane.access.Principals;
import dev.hotlane.access.file.PrincipalsFile;
import dev.hotlane.access.rate.PrincipalRates;
import dev.hotlane.access.token.TokenSettings;
import dev.hotlane.access.token.Tokens;
import dev.hotlane.gateway.settings.AccessSettings;

/** The principals of a gateway, their tokens and their rates, shared by its event loops; any thread. */
public final class GatewayAccess implements AutoCloseable {
    private final PrincipalsFile file;
    private final Tokens tokens;
    private final PrincipalRates rates = new PrincipalRates();
    private final AuthFailures failures = new AuthFailures();
    private volatile Principals kept;

    private GatewayAccess(PrincipalsFile file, TokenSettings tokens) {
        this.file = file;
        this.tokens = tokens == null ? null : Tokens.start(tokens, file::principals);
    }

    /**
     * Reads the principals, and again whenever their file changes. Throws {@link
     * dev.hotlane.access.file.PrincipalsException} if it is not valid, and {@link
     * dev.hotlane.access.token.JwksFileException} if the keys of tokens are in a file that is not.
     */
    public static GatewayAccess of(AccessSettings settings) {
        if (settings.tokens() != null) {
            Tokens.requireFile(settings.tokens());
        }
        return new GatewayAccess(
                settings.principals() == null ? null : PrincipalsFile.start(settings.principals()), settings.tokens());
    }

    /** Whether anyone may do all, because there are no principals. */
    public boolean isOpen() {
        return file == null;
    }

    /** The principals at this moment; not for an open gateway. */
    public Principals principals() {
        return file.principals();
    }

    /** Whether the file is gone or broken since it was read. */
    public boolean stale() {
        return file != null && file.stale();
    }

    /** The tokens that it accepts; null: none. */
    public Tokens tokens() {
        return tokens;
    }

    /** Counts of the requests that proved no principal. */
    public AuthFailures failures() {
        return failures;
    }

    /** The rates of its principals. */
    public PrincipalRates rates() {
        return rates;
    }

    /** Forgets the rates of principals that are gone. Any event loop may call it, now and then. */
    public void sweep() {
        Principals now = isOpen() ? null : principals();
        if (now != kept) {
            kept = now;
            rates.keep(now);
        }
    }

    @Override
    public void close() {
        if (tokens != null) {
            tokens.close();
        }
        if (file != null) {
            file.close();
        }
    }
}
