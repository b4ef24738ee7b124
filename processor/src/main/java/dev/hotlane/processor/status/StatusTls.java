package dev.hotlane.processor.status;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.protocol.tls.ServerIdentity;
import dev.hotlane.protocol.tls.TlsFileException;
import dev.hotlane.protocol.tls.TlsPaths;
import dev.hotlane.protocol.tls.TlsReload;
import java.security.GeneralSecurityException;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The TLS of the processor's port, by the newest certificate. Without state; any thread. */
final class StatusTls {
    private static final Logger log = LoggerFactory.getLogger(StatusTls.class);
    private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};

    private StatusTls() {}

    /** Gives the server its certificate, and each later one; throws HaltReason if the files are not valid now. */
    static TlsReload<ServerIdentity> start(HttpsServer server, TlsPaths paths) {
        RenewedKeys keys = new RenewedKeys();
        try {
            TlsReload<ServerIdentity> files =
                    TlsReload.read(paths, new TlsReload.News(log::info, log::warn), material -> {
                        keys.take(material.identity());
                        return material.identity();
                    });
            server.setHttpsConfigurator(configurator(keys));
            files.start();
            return files;
        } catch (TlsFileException e) {
            throw new HaltReason(ExitCode.BAD_FILE, e.getMessage(), e);
        }
    }

    private static HttpsConfigurator configurator(RenewedKeys keys) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {keys}, null, null);
            return new HttpsConfigurator(context) {
                @Override
                public void configure(HttpsParameters connection) {
                    SSLParameters parameters = context.getDefaultSSLParameters();
                    parameters.setProtocols(VERSIONS);
                    connection.setSSLParameters(parameters);
                }
            };
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK has no TLS", e);
        }
    }
}
