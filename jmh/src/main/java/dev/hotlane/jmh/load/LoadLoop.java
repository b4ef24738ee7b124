package dev.hotlane.jmh.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;

/*
 * One request at a time on each connection. In the open loop a request has its time whether a connection is free or not:
 * those that are due wait in order for one, and the wait is part of their latency.
 */
/** The event loop of one load; belongs to the thread that runs it. */
final class LoadLoop implements AutoCloseable {
    private static final int READ_BYTES = 256 << 10;
    private static final long MILLI = 1_000_000;

    /** Closer than this to a due request the selector's milliseconds are too coarse: look, sleep, look. */
    private static final long FINE_NANOS = MILLI;

    /** An answer that comes during such a sleep is seen that much too late at most (and the kernel's slack of 50 us). */
    private static final long NAP_NANOS_MAX = 50_000;

    private static final long SWEEP_NANOS = 50 * MILLI;
    private static final long REOPEN_AFTER_NANOS = 20 * MILLI;

    private final LoadSettings settings;
    private final RequestSource source;
    private final InetSocketAddress address;
    private final Selector selector;
    private final Connection[] connections;
    private final ArrayDeque<Connection> free;
    private final ArrayDeque<Connection> lost = new ArrayDeque<>();
    private final ByteBuffer out = ByteBuffer.allocateDirect(LoadSettings.REQUEST_BYTES_MAX);
    private final ByteBuffer in = ByteBuffer.allocateDirect(READ_BYTES);
    private final byte[] read = new byte[READ_BYTES];
    private Schedule schedule;
    private LoadTally tally;
    private long sent;
    private long reconnects;
    private int busy;
    private long reopenAt;
    private long sweepAt;

    LoadLoop(LoadSettings settings) throws IOException {
        this.settings = settings;
        source = settings.source();
        address = new InetSocketAddress(settings.host(), settings.port());
        selector = Selector.open();
        connections = new Connection[settings.connections()];
        free = new ArrayDeque<>(connections.length);
    }

    LoadResult run() throws IOException {
        for (int i = 0; i < connections.length; i++) {
            connections[i] = new Connection(settings.tls());
            connections[i].open(address, selector);
            free.add(connections[i]);
        }
        long begin = System.nanoTime();
        schedule = new Schedule(settings, begin);
        tally = new LoadTally(begin + settings.warmUp().toNanos(), schedule.end());
        long giveUpAt = schedule.end() + settings.drainMax().toNanos();
        reopenAt = begin;
        sweepAt = begin;
        long now = begin;
        while (!(schedule.isOver(now) && busy == 0) && now - giveUpAt < 0) {
            sendDue(now);
            await(System.nanoTime());
            now = System.nanoTime();
            reopenLost(now);
            sweep(now);
        }
        return finish(now);
    }

    private LoadResult finish(long now) {
        for (Connection connection : connections) {
            if (connection.isBusy()) {
                tally.fault("no answer to request " + connection.n() + " until the end");
                ended(connection, 0, AnswerVerdict.UNKNOWN, now);
            }
        }
        long unsent = schedule.left();
        while (schedule.left() > 0) {
            tally.unsent(schedule.take(now), now);
        }
        return tally.result(sent, unsent, reconnects, now);
    }

    private void sendDue(long now) {
        while (!free.isEmpty() && schedule.isDue(now)) {
            Connection connection = free.poll();
            long n = settings.firstRequest() + sent++;
            connection.begin(n, schedule.take(now), now);
            busy++;
            source.write(n, out.clear());
            try {
                connection.write(out.flip());
            } catch (IOException e) {
                lose(connection, "request " + n + " could not be written: " + e.getMessage(), now);
            }
        }
    }

    private void await(long now) throws IOException {
        long toDue =
                schedule.isClosed() || free.isEmpty() || schedule.isOver(now) ? SWEEP_NANOS : schedule.intended() - now;
        if (toDue >= FINE_NANOS) {
            selector.select(this::ready, Math.min(toDue, SWEEP_NANOS) / MILLI);
        } else if (selector.selectNow(this::ready) == 0 && toDue > 0) {
            LockSupport.parkNanos(Math.min(toDue, NAP_NANOS_MAX));
            selector.selectNow(this::ready);
        }
    }

    private void ready(SelectionKey key) {
        Connection connection = (Connection) key.attachment();
        try {
            if (key.isConnectable()) {
                connection.finishOpening();
                free.add(connection);
            } else {
                if (key.isWritable()) {
                    connection.writeRest();
                }
                if (key.isReadable()) {
                    read(connection);
                }
            }
        } catch (IOException e) {
            lose(connection, "a connection was lost: " + e.getMessage(), System.nanoTime());
        }
        sendDue(System.nanoTime());
    }

    private void read(Connection connection) throws IOException {
        int length = connection.read(in.clear());
        long now = System.nanoTime();
        if (length < 0) {
            lose(
                    connection,
                    "the server closed a connection" + (connection.isBusy() ? " before it answered" : ""),
                    now);
            return;
        }
        if (length == 0) {
            return;
        }
        in.flip().get(read, 0, length);
        try {
            take(connection, length, now);
        } catch (MalformedAnswerException e) {
            lose(connection, e.getMessage(), now);
        }
    }

    private void take(Connection connection, int length, long now) throws MalformedAnswerException {
        if (!connection.isBusy() || !connection.isWritten()) {
            throw new MalformedAnswerException("bytes that answer no request");
        }
        AnswerParser parser = connection.parser();
        int end = parser.take(read, 0, length);
        if (end < 0) {
            return;
        }
        long n = connection.n();
        AnswerVerdict verdict = source.judge(n, parser.status(), parser.body(), parser.bodyFrom(), parser.bodyLength());
        if (verdict == AnswerVerdict.WRONG) {
            tally.fault("the answer to request " + n + " is wrong: " + text(parser));
        }
        ended(connection, parser.status(), verdict, now);
        if (end < length) {
            throw new MalformedAnswerException("more bytes than the answer to request " + n);
        }
        if (parser.closes()) {
            reopenLater(connection);
        } else {
            free.add(connection);
        }
    }

    private static String text(AnswerParser parser) {
        String body = new String(
                parser.body(), parser.bodyFrom(), Math.min(500, parser.bodyLength()), StandardCharsets.UTF_8);
        return parser.status() + " " + body;
    }

    private void ended(Connection connection, int status, AnswerVerdict verdict, long now) {
        connection.end();
        busy--;
        tally.ended(connection.n(), status, verdict, connection.intended(), connection.sent(), now);
    }

    /** The connection is of no use any more; the request on it, if any, has no known outcome. */
    private void lose(Connection connection, String why, long now) {
        if (connection.isBusy()) {
            tally.fault(why);
            ended(connection, 0, AnswerVerdict.UNKNOWN, now);
        }
        free.remove(connection);
        reopenLater(connection);
    }

    private void reopenLater(Connection connection) {
        connection.close();
        lost.add(connection);
        reconnects++;
    }

    private void reopenLost(long now) {
        if (lost.isEmpty() || now - reopenAt < 0 || schedule.isOver(now)) {
            return;
        }
        reopenAt = now + REOPEN_AFTER_NANOS;
        for (int i = lost.size(); i > 0; i--) {
            Connection connection = lost.poll();
            try {
                connection.reopen(address, selector);
            } catch (IOException e) {
                lost.add(connection);
            }
        }
    }

    private void sweep(long now) {
        if (now - sweepAt < 0) {
            return;
        }
        sweepAt = now + SWEEP_NANOS;
        long oldest = now - settings.answerMax().toNanos();
        for (Connection connection : connections) {
            if (connection.isBusy() && connection.sent() - oldest < 0) {
                lose(connection, "no answer to request " + connection.n() + " within " + settings.answerMax(), now);
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (Connection connection : connections) {
            if (connection != null) {
                connection.close();
            }
        }
        selector.close();
    }
}
