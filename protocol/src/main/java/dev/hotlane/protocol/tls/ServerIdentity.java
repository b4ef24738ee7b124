package dev.hotlane.protocol.tls;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.time.Instant;
import java.util.List;

/**
 * What a server proves its name by. Immutable; any thread.
 *
 * @param chain its certificate, then the issuer of each
 * @param key the private key of the first
 */
public record ServerIdentity(List<X509Certificate> chain, PrivateKey key) {
    private static final byte[] PROBE = {1, 2, 3, 4};

    /** Copies the chain. */
    public ServerIdentity {
        chain = List.copyOf(chain);
    }

    /** Of the bytes of these two files; throws TlsFileException unless it is valid at {@code now}. */
    static ServerIdentity of(TlsPaths paths, byte[] certificates, byte[] privateKey, Instant now) {
        Path file = paths.certificate();
        List<X509Certificate> chain = PemCertificates.of(file, certificates);
        PrivateKey key = PemKey.of(paths.key(), privateKey);
        X509Certificate own = chain.get(0);
        if (!fits(own.getPublicKey(), key)) {
            throw new TlsFileException(
                    paths.key(),
                    "is not the key of the first certificate of " + file + " (" + own.getSubjectX500Principal()
                            + "). The server's own certificate must come first, and both files be of one pair.");
        }
        requireInOrder(file, chain);
        requireValid(file, own, now);
        return new ServerIdentity(chain, key);
    }

    private static boolean fits(PublicKey open, PrivateKey key) {
        try {
            Signature signature = signature(key.getAlgorithm());
            signature.initSign(key);
            signature.update(PROBE);
            byte[] signed = signature.sign();
            signature.initVerify(open);
            signature.update(PROBE);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static Signature signature(String algorithm) throws GeneralSecurityException {
        return switch (algorithm) {
            case "RSA" -> Signature.getInstance("SHA256withRSA");
            case "RSASSA-PSS" -> {
                Signature signature = Signature.getInstance(algorithm);
                signature.setParameter(new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1));
                yield signature;
            }
            case "EC" -> Signature.getInstance("SHA256withECDSA");
            default -> Signature.getInstance("EdDSA");
        };
    }

    private static void requireInOrder(Path file, List<X509Certificate> chain) {
        for (int i = 1; i < chain.size(); i++) {
            X509Certificate issued = chain.get(i - 1);
            X509Certificate issuer = chain.get(i);
            if (!issued.getIssuerX500Principal().equals(issuer.getSubjectX500Principal())) {
                throw new TlsFileException(
                        file,
                        "certificate " + (i + 1) + " (" + issuer.getSubjectX500Principal() + ") is not the issuer of"
                                + " certificate " + i + " (" + issued.getIssuerX500Principal()
                                + "). Put the server's own first, then the issuer of each.");
            }
        }
    }

    private static void requireValid(Path file, X509Certificate own, Instant now) {
        Instant from = own.getNotBefore().toInstant();
        Instant to = own.getNotAfter().toInstant();
        if (now.isAfter(to)) {
            throw new TlsFileException(file, "the certificate expired at " + to + ".");
        }
        if (now.isBefore(from)) {
            throw new TlsFileException(
                    file, "the certificate is valid from " + from + " on, and this machine's clock says " + now + ".");
        }
    }

    /** The end of the certificate's validity. */
    public Instant expiry() {
        return chain.get(0).getNotAfter().toInstant();
    }
}
