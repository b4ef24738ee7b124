package dev.hotlane.jmh.reads;

import dev.hotlane.jmh.load.CounterText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/** Many streams of `GET /v1/watch`, each of one counter. Thread {@code watchers} from the first to the close. */
final class WatchClients implements AutoCloseable {
    private static final int READ_BYTES = 64 << 10;
    private static final long WAIT_MS = 100;
    private static final long QUIET_MS = 500;
    private static final long MICROS_MAX = TimeUnit.MINUTES.toMicros(1);
    private static final byte[] COUNTER = "data: {\"key\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] READY = "event: ready".getBytes(StandardCharsets.US_ASCII);

    private final ReadsRun run;
    private final Selector selector;
    private final List<SocketChannel> streams = new ArrayList<>();
    private final AtomicInteger ready = new AtomicInteger();
    private final AtomicLong events = new AtomicLong();
    private final Thread thread = new Thread(this::read, "watchers");
    private final byte[] bytes = new byte[READ_BYTES];
    private volatile WriteLoad writes;
    private volatile Histogram micros;
    private volatile boolean closing;

    /** Opens that number of streams; the i-th of key i modulo {@code keys}. Returns when all have their values. */
    WatchClients(ReadsRun run, int port, int count, int keys, int minIntervalMs) throws IOException {
        this.run = run;
        selector = Selector.open();
        thread.start();
        for (int i = 0; i < count; i++) {
            SocketChannel stream = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            streams.add(stream);
            String request = String.format(
                    "GET /v1/watch?key=key:%016d&minIntervalMs=%d HTTP/1.1\r\nHost: localhost\r\n"
                            + "Accept: text/event-stream\r\n\r\n",
                    i % keys, minIntervalMs);
            ByteBuffer out = ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII));
            while (out.hasRemaining()) {
                stream.write(out);
            }
            stream.configureBlocking(false);
            stream.register(selector, SelectionKey.OP_READ, new Lines());
            selector.wakeup();
        }
        ReadsLane.await("all streams have their values", () -> ready.get() >= count || !thread.isAlive());
    }

    /** Number of streams. */
    int count() {
        return streams.size();
    }

    /** From now on, events of these writes are timed, from the write's answer to the event's arrival. */
    void time(WriteLoad of) {
        micros = new Histogram(MICROS_MAX, 3);
        writes = of;
    }

    /** The times of the events, in microseconds; ends once none came for a while. */
    Histogram end() throws InterruptedException {
        Histogram times = micros;
        long before = -1;
        while (events.get() != before) {
            before = events.get();
            TimeUnit.MILLISECONDS.sleep(QUIET_MS);
        }
        writes = null;
        // The thread that records reads nothing more into it.
        stop();
        return times;
    }

    private void read() {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            while (!closing) {
                selector.select(
                        key -> {
                            try {
                                int length = ((SocketChannel) key.channel()).read(in.clear());
                                if (length < 0) {
                                    key.cancel();
                                    run.fault("a stream ended");
                                } else {
                                    ((Lines) key.attachment()).take(length);
                                }
                            } catch (IOException e) {
                                key.cancel();
                                run.fault("a stream ended: " + e.getMessage());
                            }
                        },
                        WAIT_MS);
            }
        } catch (IOException e) {
            run.fault("the streams ended: " + e.getMessage());
        }
    }

    private void event(byte[] line, int from, int to) {
        WriteLoad of = writes;
        if (of == null) {
            return;
        }
        long key = CounterText.key(line, from, to);
        long value = CounterText.value(line, from, to);
        long answered = key < 0 || value < 0 ? 0 : of.answered(key, value);
        // An event may come before the answer: then it is not late at all.
        long late = answered == 0 ? 0 : Math.max(0, System.nanoTime() - answered);
        events.incrementAndGet();
        micros.recordValue(Math.min(MICROS_MAX, late / 1_000));
    }

    /** The lines of a stream, in pieces as they come. Sizes of chunks are lines of their own. */
    private final class Lines {
        private byte[] begun = {};

        void take(int length) {
            int from = 0;
            for (int i = 0; i < length; i++) {
                if (bytes[i] == '\n') {
                    if (begun.length > 0) {
                        keep(from, i);
                        line(begun, 0, begun.length);
                        begun = new byte[0];
                    } else {
                        line(bytes, from, i);
                    }
                    from = i + 1;
                }
            }
            if (from < length) {
                keep(from, length);
            }
        }

        private void keep(int from, int to) {
            int former = begun.length;
            begun = Arrays.copyOf(begun, former + to - from);
            System.arraycopy(bytes, from, begun, former, to - from);
        }

        private void line(byte[] in, int from, int to) {
            if (begins(COUNTER, in, from, to)) {
                event(in, from, to);
            } else if (begins(READY, in, from, to)) {
                ready.incrementAndGet();
            }
        }

        private boolean begins(byte[] part, byte[] in, int from, int to) {
            return to - from >= part.length && Arrays.equals(part, 0, part.length, in, from, from + part.length);
        }
    }

    private void stop() throws InterruptedException {
        closing = true;
        selector.wakeup();
        thread.join();
    }

    @Override
    public void close() throws IOException {
        try {
            stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (SocketChannel stream : streams) {
            stream.close();
        }
        selector.close();
    }
}
