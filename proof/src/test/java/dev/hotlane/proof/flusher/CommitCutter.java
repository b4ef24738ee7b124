package dev.hotlane.proof.flusher;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A proxy between flusher and MySQL that breaks the connection once, at the next COMMIT. */
final class CommitCutter implements AutoCloseable {
    /** How the connection breaks. */
    enum Cut {
        NONE,
        /** MySQL never receives the COMMIT and sees the connection end. */
        BEFORE,
        /** MySQL commits; the flusher never receives the answer. */
        AFTER,
        /** MySQL receives neither the COMMIT nor the end: its session keeps its locks. */
        SILENT
    }

    /** A COMMIT may follow a few packets that close statements in the same piece, but never rows. */
    private static final int LONGEST_COMMIT_PACKET = 200;

    final AtomicReference<Cut> next = new AtomicReference<>(Cut.NONE);
    final AtomicInteger cuts = new AtomicInteger();
    private final ServerSocket listener;
    private final int target;

    CommitCutter(int target) throws IOException {
        this.target = target;
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    /** URL of the same database through the proxy. */
    static String url(String url, int port) {
        return url.replaceFirst(":\\d+/", ":" + port + "/");
    }

    int port() {
        return listener.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    private void accept() throws IOException {
        while (!listener.isClosed()) {
            Socket client = listener.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            AtomicReference<Cut> cut = new AtomicReference<>(Cut.NONE);
            start(() -> toServer(client, server, cut));
            start(() -> toClient(client, server, cut));
        }
    }

    private void toServer(Socket client, Socket server, AtomicReference<Cut> cut) throws IOException {
        byte[] buffer = new byte[1 << 16];
        for (int n = client.getInputStream().read(buffer);
                n > 0;
                n = client.getInputStream().read(buffer)) {
            if (isCommit(buffer, n)) {
                cut.set(next.getAndSet(Cut.NONE));
                if (cut.get() != Cut.NONE) {
                    cuts.incrementAndGet();
                }
            }
            if (cut.get() == Cut.BEFORE || cut.get() == Cut.SILENT) {
                client.close();
                break;
            }
            server.getOutputStream().write(buffer, 0, n);
        }
        if (cut.get() != Cut.SILENT) {
            server.shutdownOutput();
        }
    }

    private void toClient(Socket client, Socket server, AtomicReference<Cut> cut) throws IOException {
        byte[] buffer = new byte[1 << 16];
        for (int n = server.getInputStream().read(buffer);
                n > 0;
                n = server.getInputStream().read(buffer)) {
            if (cut.get() == Cut.AFTER) {
                client.close();
                break;
            }
            client.getOutputStream().write(buffer, 0, n);
        }
        client.close();
    }

    private static boolean isCommit(byte[] buffer, int length) {
        return length < LONGEST_COMMIT_PACKET
                && new String(buffer, 0, length, StandardCharsets.ISO_8859_1)
                        .toLowerCase(Locale.ROOT)
                        .endsWith("commit");
    }

    private static void start(Task task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException e) {
                        // The end of a connection is expected.
                    }
                },
                "commit-cutter");
        thread.setDaemon(true);
        thread.start();
    }

    private interface Task {
        void run() throws IOException;
    }
}
