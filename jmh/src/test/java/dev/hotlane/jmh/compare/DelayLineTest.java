package dev.hotlane.jmh.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.jmh.compare.DelayLine.Delay;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DelayLineTest {
    private final long seed = Long.getLong("seed", 1);
    private ServerSocket echo;
    private DelayLine line;

    @BeforeEach
    void open() throws IOException {
        System.out.println("seed " + seed);
        echo = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Thread server = new Thread(this::serve, "echo");
        server.setDaemon(true);
        server.start();
        line = new DelayLine(echo.getLocalPort(), seed);
    }

    private void serve() {
        try (Socket socket = echo.accept()) {
            socket.getInputStream().transferTo(socket.getOutputStream());
        } catch (IOException e) {
            // The test is over.
            return;
        }
    }

    @AfterEach
    void close() throws IOException {
        line.close();
        echo.close();
    }

    @Test
    void noAnswerComesBeforeARoundTrip() throws IOException {
        Duration roundTrip = Duration.ofMillis(20);
        line.delay(Delay.ofRoundTrip(roundTrip, Duration.ZERO));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), line.port())) {
            long begin = System.nanoTime();
            socket.getOutputStream().write(7);
            assertThat(socket.getInputStream().read()).isEqualTo(7);
            assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(roundTrip.toNanos());
        }
    }

    @Test
    void bytesKeepTheirOrderHoweverTheDelayVaries() throws IOException {
        line.delay(Delay.ofRoundTrip(Duration.ofMillis(2), Duration.ofMillis(2)));
        byte[] sent = new byte[300_000];
        new Random(seed).nextBytes(sent);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), line.port())) {
            Thread writer = new Thread(() -> write(socket, sent));
            writer.start();
            byte[] heard = socket.getInputStream().readAllBytes();
            assertThat(heard).isEqualTo(sent);
        }
    }

    private static void write(Socket socket, byte[] sent) {
        try {
            for (int from = 0; from < sent.length; from += 1_000) {
                socket.getOutputStream().write(sent, from, 1_000);
            }
            socket.shutdownOutput();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
