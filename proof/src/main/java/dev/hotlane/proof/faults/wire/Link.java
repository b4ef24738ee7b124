package dev.hotlane.proof.faults.wire;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** One connection of a {@link Wire}: a socket on either side and a thread for either direction. */
final class Link {
    private static final int PIECE_BYTES = 1 << 16;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int CONNECT_MILLIS = 2_000;

    private final Wire wire;
    private final Socket child;
    private final Socket server;
    private volatile boolean torn;

    private Link(Wire wire, Socket child, Socket server) {
        this.wire = wire;
        this.child = child;
        this.server = server;
    }

    /** Connects to the server; carries nothing before {@link #start}. */
    static Link join(Wire wire, Socket child, InetSocketAddress target) throws IOException {
        Socket server = new Socket();
        try {
            server.connect(target, CONNECT_MILLIS);
            server.setTcpNoDelay(true);
            child.setTcpNoDelay(true);
        } catch (IOException e) {
            server.close();
            throw e;
        }
        return new Link(wire, child, server);
    }

    /** Starts to carry bytes. */
    void start() {
        Wire.start(this::up);
        Wire.start(this::down);
    }

    private void up() {
        carry(child, server, true);
    }

    private void down() {
        carry(server, child, false);
    }

    private void carry(Socket from, Socket to, boolean up) {
        byte[] piece = new byte[PIECE_BYTES];
        try {
            InputStream in = from.getInputStream();
            for (int n = in.read(piece); n > 0; n = in.read(piece)) {
                if (!pass(piece, n, up)) {
                    return;
                }
                to.getOutputStream().write(piece, 0, n);
            }
            // The end of a direction is passed on like its bytes: only when the wire lets bytes pass.
            if (awaitPassage(up)) {
                to.shutdownOutput();
            }
        } catch (IOException e) {
            if (awaitPassage(up)) {
                reset();
            }
        }
    }

    /** Holds a piece as the wire's faults require; false if the link has ended by then. */
    private boolean pass(byte[] piece, int length, boolean up) {
        Cutting.Verdict verdict = up ? wire.cutting.upward(piece, length) : wire.cutting.downward(this);
        if (verdict != Cutting.Verdict.PASS) {
            wire.cutting.cut(this, verdict);
            return false;
        }
        WireFaults weather = wire.weather();
        long nanos = TimeUnit.MILLISECONDS.toNanos(weather.delayMillis());
        if (weather.bytesPerSecond() > 0) {
            nanos += length * 1_000_000_000L / weather.bytesPerSecond();
        }
        nap(nanos);
        return awaitPassage(up);
    }

    private void nap(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0 && !torn; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private boolean awaitPassage(boolean up) {
        while (!torn && !(up ? wire.weather().up() : wire.weather().down())) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return !torn;
    }

    /** RST to both sides. */
    void reset() {
        torn = true;
        abort(child);
        abort(server);
        wire.forget(this);
    }

    /** RST to the child alone: the server receives nothing, and its session stays open. */
    void orphan() {
        abort(child);
    }

    private static void abort(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            // Already closed.
        }
    }
}
