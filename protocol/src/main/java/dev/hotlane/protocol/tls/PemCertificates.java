package dev.hotlane.protocol.tls;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;

/** Reads certificates of PEM files. Without state. */
final class PemCertificates {
    private static final String LABEL = "CERTIFICATE";

    private PemCertificates() {}

    /** The certificates of the bytes of that file, in their order; at least one. Other blocks are passed over. */
    static List<X509Certificate> of(Path file, byte[] bytes) {
        List<X509Certificate> found = PemBlock.parse(file, bytes).stream()
                .filter(block -> block.label().equals(LABEL))
                .map(block -> decoded(file, block))
                .toList();
        if (found.isEmpty()) {
            throw new TlsFileException(file, "has no block CERTIFICATE.");
        }
        return found;
    }

    private static X509Certificate decoded(Path file, PemBlock block) {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(block.der()));
        } catch (CertificateException e) {
            throw new TlsFileException(file, "holds what is no X.509 certificate (" + e.getMessage() + ").", e);
        }
    }
}
