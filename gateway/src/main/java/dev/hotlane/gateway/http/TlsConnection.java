package dev.hotlane.gateway.http;

import dev.hotlane.protocol.tls.PeerCertificate;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import java.security.cert.X509Certificate;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * The TLS of one connection: how long its handshake, or the encrypted form of its next byte, has been on the way, and who
 * its client is. Its place is before the decryption. Belongs to its connection's event loop.
 */
final class TlsConnection extends ChannelInboundHandlerAdapter {
    private final SslHandler handler;
    private final LongSupplier clock;
    private boolean underWay = true;
    private long sinceNanos;
    private boolean looked;
    private PeerCertificate certificate;

    /** The handshake begins now; {@code clock} returns nanoTime. */
    TlsConnection(SslHandler handler, LongSupplier clock) {
        this.handler = handler;
        this.clock = clock;
        sinceNanos = clock.getAsLong();
        handler.handshakeFuture().addListener(done -> underWay = false);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object encrypted) {
        if (!underWay) {
            underWay = true;
            sinceNanos = clock.getAsLong();
        }
        context.fireChannelRead(encrypted);
    }

    /** Called when bytes were decrypted. */
    void decrypted() {
        underWay = false;
    }

    /** The time of what is under way begins at this nanoTime, not before; {@code tls} may be null. */
    static void restart(TlsConnection tls, long nanos) {
        if (tls != null) {
            tls.sinceNanos = nanos;
        }
    }

    /** Whether the handshake is complete. */
    boolean established() {
        return handler.handshakeFuture().isSuccess();
    }

    /**
     * Whether the handshake, or a record of which a part has arrived, took longer than this; nanoTime. A client that sends a
     * record byte by byte thus has no more time than one that sends its headers so.
     */
    boolean isLate(long nanos, long maxNanos) {
        return underWay && nanos - sinceNanos > maxNanos;
    }

    /** What the client's certificate says; null if it has shown none, or none was requested. It is verified. */
    PeerCertificate certificate() {
        if (!looked && established()) {
            looked = true;
            certificate = verified();
        }
        return certificate;
    }

    private PeerCertificate verified() {
        try {
            return PeerCertificate.of(
                    (X509Certificate) handler.engine().getSession().getPeerCertificates()[0]);
        } catch (SSLPeerUnverifiedException e) {
            return null;
        }
    }

    /** Sends close_notify once all earlier bytes are written, then closes the channel. */
    void close(Channel channel) {
        if (established()) {
            handler.closeOutbound().addListener(sent -> channel.unsafe().close(channel.voidPromise()));
        } else {
            channel.unsafe().close(channel.voidPromise());
        }
    }
}
