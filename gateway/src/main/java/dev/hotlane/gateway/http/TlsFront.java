package dev.hotlane.gateway.http;

import dev.hotlane.gateway.settings.TlsSettings;
import dev.hotlane.gateway.status.Metrics;
import dev.hotlane.protocol.tls.ServerIdentity;
import dev.hotlane.protocol.tls.TlsMaterial;
import dev.hotlane.protocol.tls.TlsReload;
import dev.hotlane.protocol.tls.TrustedAuthorities;
import io.netty.channel.Channel;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The TLS of a gateway: puts it in front of the HTTP decoder of new connections, by the newest certificate. Changed files
 * make a new context, and with it new sessions: none is resumed across a change of the trusted authorities. The
 * signatures of handshakes are made on the thread {@code tls}, so that many of them delay no answer. Shared by all event
 * loops.
 */
public final class TlsFront implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TlsFront.class);

    /** TLS 1.3, then those of TLS 1.2 with forward secrecy and authenticated encryption; the fastest first. */
    private static final List<String> CIPHERS = List.of(
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    private static final ApplicationProtocolConfig HTTP_1_1 = new ApplicationProtocolConfig(
            Protocol.ALPN,
            SelectorFailureBehavior.NO_ADVERTISE,
            SelectedListenerFailureBehavior.ACCEPT,
            ApplicationProtocolNames.HTTP_1_1);

    /** A resumed session checks no certificate again. */
    private static final long SESSION_SECONDS = 600;

    private final TlsReload<SslContext> files;
    private final TlsFailures failures = new TlsFailures();
    private final ThreadPoolExecutor handshakes =
            new ThreadPoolExecutor(1, 1, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>(), work -> {
                Thread thread = new Thread(work, "tls");
                thread.setDaemon(true);
                return thread;
            });

    private TlsFront(TlsReload<SslContext> files) {
        this.files = files;
        handshakes.allowCoreThreadTimeOut(true);
    }

    /** Reads the files; throws TlsFileException if they are not valid. Without files, connections stay plain. */
    public static TlsFront of(TlsSettings settings) {
        return new TlsFront(
                settings.own()
                        ? TlsReload.read(settings.paths(), new TlsReload.News(log::info, log::warn), TlsFront::context)
                        : null);
    }

    private static SslContext context(TlsMaterial material) throws SSLException {
        ServerIdentity own = material.identity();
        SslContextBuilder builder = SslContextBuilder.forServer(
                        own.key(), own.chain().toArray(X509Certificate[]::new))
                .sslProvider(SslProvider.JDK)
                .protocols("TLSv1.3", "TLSv1.2")
                .ciphers(CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
                .applicationProtocolConfig(HTTP_1_1)
                .sessionTimeout(SESSION_SECONDS);
        if (!material.clientAuthorities().isEmpty()) {
            builder.clientAuth(ClientAuth.OPTIONAL)
                    .trustManager(TrustedAuthorities.managers(material.clientAuthorities()));
        }
        return builder.build();
    }

    private boolean on() {
        return files != null;
    }

    /** From now on changed files are read; registers its meters. */
    public void start(Metrics metrics) {
        if (on()) {
            TlsMeters.bind(metrics, this, failures);
            files.start();
        }
    }

    /** The end of the certificate's validity, in epoch seconds; only with TLS. */
    long expirySeconds() {
        return files.expirySeconds();
    }

    /** Puts TLS in front of a connection that has not been read yet; null without TLS here. On its event loop. */
    TlsConnection begin(Channel connection) {
        if (!on()) {
            return null;
        }
        SslHandler handler = files.current().newHandler(connection.alloc(), whileOpen(connection, handshakes));
        // Timed by TlsConnection, together with what follows.
        handler.setHandshakeTimeoutMillis(0);
        TlsConnection tls = new TlsConnection(handler, System::nanoTime);
        connection.pipeline().addFirst("tls", handler).addFirst("tlsClock", tls);
        handler.handshakeFuture().addListener(done -> {
            if (!done.isSuccess()) {
                failures.failed(connection.remoteAddress(), done.cause());
            }
        });
        return tls;
    }

    /**
     * Runs tasks of this connection's handshake, but none of one that is closed: a client that connects, sends and closes at
     * once costs no signature, so the tasks that wait are at most as many as connections are open.
     */
    static Executor whileOpen(Channel connection, Executor executor) {
        return task -> executor.execute(() -> {
            if (connection.isOpen()) {
                task.run();
            }
        });
    }

    /** Ends the threads. */
    @Override
    public void close() {
        if (on()) {
            files.close();
        }
        handshakes.shutdown();
    }
}
