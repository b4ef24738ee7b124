package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.scene.ChildSlot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Connections that send their text as fast as the receiver reads it, and read no answer. One thread. */
final class Flood implements AutoCloseable {
    private static final int RECEIVE_BUFFER = 16 * 1024;

    private final List<SocketChannel> channels = new ArrayList<>();
    private final List<ByteBuffer> rests = new ArrayList<>();

    private Flood() {}

    /** Opens that number of connections to a slot's process; each will send the text that number of times. */
    static Flood to(ChildSlot place, int connections, String text, int times) {
        byte[] all = text.repeat(times).getBytes(StandardCharsets.UTF_8);
        Flood flood = new Flood();
        for (int i = 0; i < connections; i++) {
            flood.open(place, "127.0.0.1", ByteBuffer.wrap(all));
        }
        return flood;
    }

    /**
     * As {@link #to}; from as many addresses as needed for {@code perAddress} connections each, 127.0.0.2 and on, so that
     * the load's address has its own places.
     */
    static Flood fromOthers(ChildSlot place, int connections, int perAddress, String text) {
        byte[] all = text.getBytes(StandardCharsets.UTF_8);
        Flood flood = new Flood();
        for (int i = 0; i < connections; i++) {
            flood.open(place, "127.0.0." + (2 + i / perAddress), ByteBuffer.wrap(all));
        }
        return flood;
    }

    private void open(ChildSlot place, String from, ByteBuffer text) {
        try {
            SocketChannel channel = SocketChannel.open();
            channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER);
            channel.bind(new InetSocketAddress(from, 0));
            channel.connect(
                    new InetSocketAddress("127.0.0.1", URI.create(place.url()).getPort()));
            channel.configureBlocking(false);
            channels.add(channel);
            rests.add(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends what the sockets accept now, up to that number of bytes on each connection; returns the sum. */
    long push(int most) {
        long pushed = 0;
        for (int i = channels.size() - 1; i >= 0; i--) {
            ByteBuffer rest = rests.get(i).duplicate();
            rest.limit(rest.position() + Math.min(rest.remaining(), most));
            try {
                int written = channels.get(i).write(rest);
                rests.get(i).position(rest.position());
                pushed += written;
            } catch (IOException e) {
                rests.remove(i);
                close(channels.remove(i));
            }
        }
        return pushed;
    }

    /** Whether no socket accepted a byte, or all is sent. */
    boolean standsStill() {
        return push(Integer.MAX_VALUE) == 0;
    }

    /** Connections that the gateway had not closed at the last push. */
    int open() {
        return channels.size();
    }

    @Override
    public void close() {
        channels.forEach(Flood::close);
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
