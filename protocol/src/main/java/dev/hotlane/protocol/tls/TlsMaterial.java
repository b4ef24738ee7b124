package dev.hotlane.protocol.tls;

import java.security.cert.X509Certificate;
import java.util.List;

/**
 * What the files of a server hold. Immutable; any thread.
 *
 * @param identity what it proves its name by
 * @param clientAuthorities whose client certificates it accepts; empty: it requests none
 */
public record TlsMaterial(ServerIdentity identity, List<X509Certificate> clientAuthorities) {
    /** Copies the list. */
    public TlsMaterial {
        clientAuthorities = List.copyOf(clientAuthorities);
    }
}
