package dev.hotlane.jmh.load;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLContext;

/** One connection, and the one request under way on it. The loop's thread. */
final class Connection {
    private AnswerParser parser = new AnswerParser();
    private final SSLContext tls;
    private SocketChannel channel;
    private TlsLink link;
    private SelectionKey key;
    private ByteBuffer rest;
    private boolean busy;
    private long n;
    private long intended;
    private long sent;

    /** @param tls trusts the server's certificate; null for plain HTTP */
    Connection(SSLContext tls) {
        this.tls = tls;
    }

    /** Connects and waits for it. */
    void open(SocketAddress address, Selector selector) throws IOException {
        channel = SocketChannel.open(address);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        handshake();
        key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    private void handshake() throws IOException {
        if (tls != null) {
            link = new TlsLink(tls, channel);
            link.handshake();
        }
    }

    /** Begins to connect again; the selector reports when {@link #finishOpening} may be called. */
    void reopen(SocketAddress address, Selector selector) throws IOException {
        close();
        parser = new AnswerParser();
        rest = null;
        channel = SocketChannel.open();
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        channel.connect(address);
        key = channel.register(selector, SelectionKey.OP_CONNECT, this);
    }

    void finishOpening() throws IOException {
        channel.finishConnect();
        handshake();
        key.interestOps(SelectionKey.OP_READ);
    }

    /** From now on it waits for the answer to that request, though nothing is written yet. */
    void begin(long number, long intendedNanos, long sentNanos) {
        busy = true;
        n = number;
        intended = intendedNanos;
        sent = sentNanos;
    }

    /** Writes what it takes, and keeps the rest until the selector says that there is room. */
    void write(ByteBuffer request) throws IOException {
        ByteBuffer bytes = link == null ? request : link.wrapped(request);
        channel.write(bytes);
        if (bytes.hasRemaining()) {
            rest = ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
            key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        }
    }

    void writeRest() throws IOException {
        if (rest != null && channel.write(rest) >= 0 && !rest.hasRemaining()) {
            rest = null;
            key.interestOps(SelectionKey.OP_READ);
        }
    }

    /** Bytes read, 0 for a part of a TLS record, or -1 at the end of the stream. */
    int read(ByteBuffer into) throws IOException {
        return link == null ? channel.read(into) : link.read(into);
    }

    /** The request is answered or given up. */
    void end() {
        busy = false;
    }

    void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw new LoadException("a connection could not be closed: " + e.getMessage(), e);
        }
    }

    AnswerParser parser() {
        return parser;
    }

    /** Whether its request is wholly with the kernel. */
    boolean isWritten() {
        return rest == null;
    }

    boolean isBusy() {
        return busy;
    }

    long n() {
        return n;
    }

    long intended() {
        return intended;
    }

    long sent() {
        return sent;
    }
}
