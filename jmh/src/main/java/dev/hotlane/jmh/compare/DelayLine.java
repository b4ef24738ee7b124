package dev.hotlane.jmh.compare;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.DelayQueue;

/**
 * TCP to a server of this machine as if it stood further away: every piece arrives so much later, in order, and any
 * number of pieces may be on their way at once, so it delays and does not throttle. The delay may be changed at any time,
 * from any thread.
 */
final class DelayLine implements AutoCloseable {
    private static final int PIECE_BYTES = 1 << 16;

    private final ServerSocketChannel listener = ServerSocketChannel.open();
    private final Selector selector = Selector.open();
    private final DelayQueue<Piece> underWay = new DelayQueue<>();
    private final InetSocketAddress target;
    private final SplittableRandom random;
    private final ByteBuffer in = ByteBuffer.allocateDirect(PIECE_BYTES);
    private volatile Delay delay = Delay.NONE;

    /** Of one direction. */
    record Delay(long nanos, long jitterNanos) {
        static final Delay NONE = new Delay(0, 0);

        /** Half of a round trip, and half of what it varies by either way. */
        static Delay ofRoundTrip(Duration roundTrip, Duration jitter) {
            return new Delay(roundTrip.toNanos() / 2, jitter.toNanos() / 2);
        }
    }

    /** Listens at once, on a free port of 127.0.0.1. */
    DelayLine(int targetPort, long seed) throws IOException {
        target = new InetSocketAddress("127.0.0.1", targetPort);
        random = new SplittableRandom(seed);
        listener.bind(new InetSocketAddress("127.0.0.1", 0));
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
        start("delay-read", this::readAll);
        start("delay-write", this::writeAll);
    }

    int port() throws IOException {
        return ((InetSocketAddress) listener.getLocalAddress()).getPort();
    }

    /** From now on, for what is read from now on. */
    void delay(Delay next) {
        delay = next;
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void readAll() {
        while (listener.isOpen()) {
            try {
                selector.select(this::ready);
            } catch (IOException | ClosedSelectorException e) {
                return;
            }
        }
    }

    private void ready(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                join(listener.accept());
            } else {
                read(key, (Direction) key.attachment());
            }
        } catch (CancelledKeyException | IOException e) {
            // Closed by the writing thread meanwhile, or nobody listens at the other end.
            if (key.channel() != listener) {
                key.cancel();
            }
        }
    }

    private void join(SocketChannel client) throws IOException {
        SocketChannel server = SocketChannel.open();
        try {
            server.connect(target);
        } catch (IOException e) {
            client.close();
            throw e;
        }
        for (SocketChannel end : new SocketChannel[] {client, server}) {
            end.setOption(StandardSocketOptions.TCP_NODELAY, true);
            end.configureBlocking(false);
        }
        for (Direction direction : Direction.both(client, server)) {
            direction.from().register(selector, SelectionKey.OP_READ, direction);
        }
    }

    private void read(SelectionKey key, Direction direction) {
        int length;
        try {
            length = direction.from().read(in.clear());
        } catch (IOException e) {
            length = -1;
        }
        byte[] bytes = null;
        if (length < 0) {
            key.cancel();
        } else {
            bytes = new byte[length];
            in.flip().get(bytes);
        }
        underWay.add(new Piece(direction, bytes, direction.due(delay, random)));
    }

    private void writeAll() {
        try {
            while (listener.isOpen()) {
                underWay.take().write();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
