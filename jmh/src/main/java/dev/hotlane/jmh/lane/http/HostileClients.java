package dev.hotlane.jmh.lane.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Clients that send request after request without an end, as fast as they are taken, and read nothing, or a byte a second.
 * One that is cut off comes back at once. They have a thread of their own, {@code hostile}; the counts may be read from any
 * thread.
 */
final class HostileClients implements AutoCloseable {
    /** Requests in the text that is sent again and again. */
    private static final int REQUESTS = 1_000;

    /**
     * Bytes. Both ends stand on one machine, whose sockets share a limited memory ({@code net.ipv4.tcp_mem}): 5,000
     * clients with buffers of the usual size use it up by themselves, and the kernel drops what everybody else sends.
     */
    private static final int BUFFER = 16 * 1024;

    private static final long READ_EVERY_NANOS = 1_000_000_000;
    private static final long TURN_MS = 10;

    private final InetSocketAddress address;
    private final ByteBuffer text;
    private final boolean reading;
    private final ByteBuffer oneByte = ByteBuffer.allocateDirect(1);
    private final List<Client> clients = new ArrayList<>();
    private final Selector selector;
    private final Thread thread;
    private volatile boolean closing;
    private volatile long firstBytes;
    private volatile long reopened;
    private long nextToRead;

    /** Opens that many, each of which sends GETs of that path. */
    HostileClients(int port, String path, int count, boolean reading) {
        address = new InetSocketAddress("127.0.0.1", port);
        this.reading = reading;
        byte[] all = ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                .repeat(REQUESTS)
                .getBytes(StandardCharsets.US_ASCII);
        text = ByteBuffer.allocateDirect(all.length).put(all).flip();
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (int i = 0; i < count; i++) {
            clients.add(new Client());
        }
        thread = new Thread(this::run, "hostile");
        thread.start();
    }

    /** Bytes that clients sent over their first connections. */
    long firstBytes() {
        return firstBytes;
    }

    /** Connections that the gateway closed. */
    long reopened() {
        return reopened;
    }

    private void run() {
        try {
            for (Client client : clients) {
                client.open();
            }
            long begin = System.nanoTime();
            while (!closing) {
                selector.select(this::ready, TURN_MS);
                if (reading) {
                    readUpTo((System.nanoTime() - begin) * clients.size() / READ_EVERY_NANOS);
                }
            }
            for (Client client : clients) {
                client.channel.close();
            }
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void ready(SelectionKey key) {
        ((Client) key.attachment()).send();
    }

    /** Each client reads in turn, evenly over the second. */
    private void readUpTo(long turn) {
        for (; nextToRead < turn && !closing; nextToRead++) {
            clients.get((int) (nextToRead % clients.size())).read();
        }
    }

    @Override
    public void close() {
        closing = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Client {
        private SocketChannel channel;
        private ByteBuffer rest;
        private boolean first = true;

        void open() throws IOException {
            channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, BUFFER);
            channel.connect(address);
            rest = text.duplicate();
            channel.register(selector, SelectionKey.OP_CONNECT, this);
        }

        void send() {
            try {
                if (channel.isConnectionPending()) {
                    channel.finishConnect();
                    channel.keyFor(selector).interestOps(SelectionKey.OP_WRITE);
                }
                int sent = channel.write(rest);
                firstBytes += first ? sent : 0;
                if (!rest.hasRemaining()) {
                    rest.rewind();
                }
            } catch (IOException e) {
                reopen();
            }
        }

        void read() {
            try {
                if (channel.isConnected() && channel.read(oneByte.clear()) < 0) {
                    reopen();
                }
            } catch (IOException e) {
                reopen();
            }
        }

        private void reopen() {
            first = false;
            reopened++;
            try {
                channel.close();
                open();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
