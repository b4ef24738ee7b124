package dev.hotlane.jmh.lane.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Accepts every connection on a loopback port and reads nothing: what hostile clients cost the machine that they share with
 * the lane, without a gateway. Thread {@code idle-server}.
 */
final class IdleServer implements AutoCloseable {
    private static final int BACKLOG = 4_096;

    private final ServerSocketChannel listening;
    private final List<SocketChannel> accepted = new ArrayList<>();
    private final Thread thread = new Thread(this::run, "idle-server");

    IdleServer() {
        try {
            listening = ServerSocketChannel.open();
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        thread.start();
    }

    int port() {
        return listening.socket().getLocalPort();
    }

    private void run() {
        try {
            while (listening.isOpen()) {
                accepted.add(listening.accept());
            }
        } catch (AsynchronousCloseException e) {
            return;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
            thread.join();
            for (SocketChannel each : accepted) {
                each.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
