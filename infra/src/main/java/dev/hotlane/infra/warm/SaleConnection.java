package dev.hotlane.infra.warm;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** One caller of a warm-up on a connection of its own: sends a request, reads its answer, sends the next. One thread. */
final class SaleConnection implements AutoCloseable {
    private static final byte[] LENGTH = "content-length: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEAD_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] CHUNKS_END = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int STATUS_AT = "HTTP/1.1 ".length();
    private static final int ANSWER_MAX = 256 * 1024;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final Supplier<byte[]> requests;
    private final ByteBuffer in;
    private ByteBuffer out = ByteBuffer.allocate(0);
    private boolean failed;

    /** @param answerMax longest answer in bytes */
    private SaleConnection(SocketChannel channel, SelectionKey key, Supplier<byte[]> requests, int answerMax) {
        this.channel = channel;
        this.key = key;
        this.requests = requests;
        in = ByteBuffer.allocate(answerMax);
    }

    /** Connects to that port of 127.0.0.1; the key's attachment is the connection. */
    static SaleConnection open(Selector selector, int port, Supplier<byte[]> requests) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
        channel.configureBlocking(false);
        SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
        SaleConnection connection = new SaleConnection(channel, key, requests, ANSWER_MAX);
        key.attach(connection);
        return connection;
    }

    /** Sends the next request. */
    void ask() throws IOException {
        in.clear();
        out = ByteBuffer.wrap(requests.get());
        write();
    }

    /** Writes and reads what the socket takes and has; returns true once the answer is complete. */
    boolean turn() throws IOException {
        if (key.isWritable()) {
            write();
        }
        if (!key.isReadable()) {
            return false;
        }
        if (channel.read(in) < 0) {
            throw new EOFException("the scratch gateway closed a connection");
        }
        if (!complete()) {
            return false;
        }
        failed = in.get(STATUS_AT) == '5';
        return true;
    }

    /** Whether the last answer was a failure of the server. */
    boolean failed() {
        return failed;
    }

    private void write() throws IOException {
        channel.write(out);
        key.interestOps(out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
    }

    private boolean complete() throws IOException {
        int head = find(HEAD_END, in.position());
        if (head < 0) {
            return false;
        }
        int length = find(LENGTH, head);
        if (length >= 0) {
            return in.position() >= head + HEAD_END.length + number(length + LENGTH.length);
        }
        if (!in.hasRemaining()) {
            throw new IOException("an answer of the scratch gateway has more than " + in.capacity() + " bytes");
        }
        return matches(CHUNKS_END, in.position() - CHUNKS_END.length);
    }

    private int find(byte[] text, int before) {
        for (int at = 0; at <= before - text.length; at++) {
            if (matches(text, at)) {
                return at;
            }
        }
        return -1;
    }

    private boolean matches(byte[] text, int at) {
        for (int i = 0; i < text.length; i++) {
            if (in.get(at + i) != text[i]) {
                return false;
            }
        }
        return true;
    }

    private int number(int at) {
        int number = 0;
        for (int i = at; in.get(i) != '\r'; i++) {
            number = number * 10 + in.get(i) - '0';
        }
        return number;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
