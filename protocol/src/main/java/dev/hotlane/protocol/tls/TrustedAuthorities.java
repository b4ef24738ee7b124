package dev.hotlane.protocol.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Trust in these authorities, and in no other. Without state. */
public final class TrustedAuthorities {
    private TrustedAuthorities() {}

    /** Trust managers for the peers of these authorities. */
    public static TrustManagerFactory managers(List<X509Certificate> authorities) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (int i = 0; i < authorities.size(); i++) {
                store.setCertificateEntry("authority-" + i, authorities.get(i));
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return factory;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("the JDK takes no trust store in memory", e);
        }
    }

    /** The context of a client that trusts the authorities of this PEM file; throws TlsFileException for a bad file. */
    public static SSLContext context(Path file) {
        return context(PemCertificates.of(file, PemBlock.bytes(file)));
    }

    private static SSLContext context(List<X509Certificate> authorities) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers(authorities).getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK has no TLS", e);
        }
    }
}
