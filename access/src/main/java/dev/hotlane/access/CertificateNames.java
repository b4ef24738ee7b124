package dev.hotlane.access;

import dev.hotlane.protocol.tls.PeerCertificate;
import java.util.List;

/**
 * What a client certificate says of its owner: its subject alternative names of the kinds DNS and URI. The subject's common
 * name never counts, nor do addresses. The certificate's chain must have been verified by TLS. Immutable; any thread.
 *
 * @param names the names, as the certificate has them
 * @param expiresMs the first epoch ms at which it is not
 */
public record CertificateNames(List<String> names, long expiresMs) implements Credential {
    private static final long SECOND_MS = 1_000;

    /** Copies the list. */
    public CertificateNames {
        names = List.copyOf(names);
    }

    /** The names of this certificate. */
    public static CertificateNames of(PeerCertificate certificate) {
        // "Not after" is a whole second, which is still valid.
        return new CertificateNames(certificate.names(), certificate.notAfterMs() + SECOND_MS);
    }

    /** Null if no principal has one of these names, and if two principals have. */
    @Override
    public KnownCaller in(Principals state) {
        Principal only = null;
        for (String name : names) {
            Principal found = state.certificate(name);
            if (found != null && only != null && found != only) {
                return null;
            }
            only = found == null ? only : found;
        }
        return only == null ? null : new KnownCaller(only, this, state);
    }
}
