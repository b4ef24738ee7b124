package dev.hotlane.jmh.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/** The TLS of one connection of a load, on a channel that does not block. The loop's thread. */
final class TlsLink {
    private static final long HANDSHAKE_NANOS_MAX = TimeUnit.SECONDS.toNanos(10);

    private final SocketChannel channel;
    private final SSLEngine engine;
    private final ByteBuffer received;
    private final ByteBuffer record;

    /** The handshake is not begun. */
    TlsLink(SSLContext context, SocketChannel channel) {
        this.channel = channel;
        engine = context.createSSLEngine();
        engine.setUseClientMode(true);
        received = ByteBuffer.allocate(2 * engine.getSession().getPacketBufferSize());
        record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    }

    /** Looks again and again until the handshake is over: connections are opened before anything is measured. */
    void handshake() throws IOException {
        ByteBuffer none = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize());
        long deadline = System.nanoTime() + HANDSHAKE_NANOS_MAX;
        engine.beginHandshake();
        for (HandshakeStatus next = engine.getHandshakeStatus(); !isOver(next); next = engine.getHandshakeStatus()) {
            switch (next) {
                case NEED_TASK -> engine.getDelegatedTask().run();
                case NEED_WRAP -> send(wrapped(ByteBuffer.allocate(0)), deadline);
                default -> {
                    if (read(none) < 0 || System.nanoTime() - deadline > 0) {
                        throw new SSLException("the TLS handshake did not end");
                    }
                    Thread.onSpinWait();
                }
            }
        }
    }

    private static boolean isOver(HandshakeStatus status) {
        return status == HandshakeStatus.NOT_HANDSHAKING || status == HandshakeStatus.FINISHED;
    }

    private void send(ByteBuffer bytes, long deadline) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
            if (System.nanoTime() - deadline > 0) {
                throw new SSLException("the TLS handshake did not end");
            }
        }
    }

    /** The bytes as records, all of them. */
    ByteBuffer wrapped(ByteBuffer bytes) throws SSLException {
        ByteBuffer all = ByteBuffer.allocate(record.capacity());
        do {
            engine.wrap(bytes, record.clear());
            record.flip();
            if (all.remaining() < record.remaining()) {
                all = ByteBuffer.allocate(2 * all.capacity() + record.remaining())
                        .put(all.flip());
            }
            all.put(record);
        } while (bytes.hasRemaining());
        return all.flip();
    }

    /** Decrypted bytes, 0 if no record is complete, or -1 at the end of the stream. */
    int read(ByteBuffer into) throws IOException {
        int before = into.position();
        int length = channel.read(received);
        received.flip();
        while (received.hasRemaining()) {
            SSLEngineResult result = engine.unwrap(received, into);
            if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
                engine.getDelegatedTask().run();
            } else if (result.bytesConsumed() == 0 || result.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
                break;
            }
        }
        received.compact();
        boolean end = length < 0 || engine.isInboundDone();
        return end && into.position() == before ? -1 : into.position() - before;
    }
}
