package dev.hotlane.protocol.tls;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;

/**
 * What a verified certificate says of its owner. Immutable; any thread.
 *
 * @param names its subject alternative names of the kinds URI and DNS, as they are written and in their order. The common
 *     name is none of them
 * @param notAfterMs the end of its validity, in epoch ms
 */
public record PeerCertificate(List<String> names, long notAfterMs) {
    private static final int DNS = 2;
    private static final int URI = 6;

    /** Copies the names. */
    public PeerCertificate {
        names = List.copyOf(names);
    }

    /** What this certificate says; without names if their extension can't be read. */
    public static PeerCertificate of(X509Certificate certificate) {
        return new PeerCertificate(
                names(certificate), certificate.getNotAfter().toInstant().toEpochMilli());
    }

    private static List<String> names(X509Certificate certificate) {
        try {
            Collection<List<?>> names = certificate.getSubjectAlternativeNames();
            return names == null
                    ? List.of()
                    : names.stream()
                            .filter(name ->
                                    name.get(0).equals(DNS) || name.get(0).equals(URI))
                            .map(name -> (String) name.get(1))
                            .toList();
        } catch (CertificateParsingException e) {
            return List.of();
        }
    }
}
