package dev.hotlane.jmh.load;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A server that answers the n-th request it gets as the test says. A thread for each connection. */
final class PlantedServer implements AutoCloseable {
    /** Answers the n-th request, on the thread of its connection; false ends the connection. */
    interface Behaviour {
        boolean answer(long n, OutputStream out) throws IOException, InterruptedException;
    }

    private final ServerSocket listening;
    private final Behaviour behaviour;
    private final AtomicLong requests = new AtomicLong();

    PlantedServer(Behaviour behaviour) throws IOException {
        this.behaviour = behaviour;
        listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    long requests() {
        return requests.get();
    }

    /** Sends an answer with a counted body. */
    static boolean send(OutputStream out, int status, String body) throws IOException {
        return raw(out, "HTTP/1.1 " + status + " Told\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    static boolean raw(OutputStream out, String bytes) throws IOException {
        out.write(bytes.getBytes(StandardCharsets.US_ASCII));
        return true;
    }

    /** The planted delay. */
    static void stall(long millis) throws InterruptedException {
        new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listening.accept();
                start(() -> serve(socket));
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            while (readRequest(in) && behaviour.answer(requests.getAndIncrement(), socket.getOutputStream())) {
                // One after the other.
            }
        } catch (IOException e) {
            // The generator gave the connection up.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The requests of these tests have no body. */
    private static boolean readRequest(InputStream in) throws IOException {
        int line = 0;
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b == '\n' && line == 0) {
                return true;
            }
            line = b == '\n' ? 0 : b == '\r' ? line : line + 1;
        }
        return false;
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "planted-server");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
