package dev.hotlane.console.caller;

import dev.hotlane.protocol.tls.TlsMaterial;
import dev.hotlane.protocol.tls.TlsPaths;
import dev.hotlane.protocol.tls.TlsReload;
import dev.hotlane.protocol.tls.TrustedAuthorities;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.ServerSSLOptions;
import io.vertx.core.net.TrustOptions;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The TLS of a console's port, of the newest valid state of its files. Any thread. */
public final class ConsoleTls implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ConsoleTls.class);
    private static final Set<String> VERSIONS = new LinkedHashSet<>(List.of("TLSv1.3", "TLSv1.2"));
    private static final char[] NO_PASSWORD = {};

    private final TlsReload<ServerSSLOptions> files;

    private ConsoleTls(TlsPaths paths) {
        files = TlsReload.read(paths, new TlsReload.News(log::info, log::warn), ConsoleTls::options);
    }

    /** Reads the files, and again whenever they change. Throws TlsFileException if they are not valid now. */
    public static ConsoleTls start(TlsPaths paths) {
        ConsoleTls tls = new ConsoleTls(paths);
        tls.files.start();
        return tls;
    }

    private static ServerSSLOptions options(TlsMaterial material) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        X509Certificate[] chain = material.identity().chain().toArray(X509Certificate[]::new);
        store.setKeyEntry("console", material.identity().key(), NO_PASSWORD, chain);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, NO_PASSWORD);
        ServerSSLOptions options = new ServerSSLOptions();
        options.setKeyCertOptions(KeyCertOptions.wrap(keys));
        options.setEnabledSecureTransportProtocols(VERSIONS);
        options.setUseAlpn(false);
        if (!material.clientAuthorities().isEmpty()) {
            options.setClientAuth(ClientAuth.REQUEST);
            options.setTrustOptions(TrustOptions.wrap(TrustedAuthorities.managers(material.clientAuthorities())));
        }
        return options;
    }

    /** What was made of the newest files: another object after each change. */
    public ServerSSLOptions current() {
        return files.current();
    }

    @Override
    public void close() {
        files.close();
    }
}
