package dev.hotlane.proof.faults.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A wire passes everything on in order, and breaks a connection only when a test requests it. */
class WireTest {
    private static final int PATIENCE_MS = 30_000;
    private static final int SILENCE_MS = 200;

    private ServerSocket server;
    private Wire wire;
    private Socket child;
    private Socket served;

    @BeforeEach
    void connect() throws IOException {
        server = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"));
        server.setSoTimeout(PATIENCE_MS);
        wire = new Wire("127.0.0.1", 0, server.getLocalPort());
        child = new Socket("127.0.0.1", wire.port());
        child.setSoTimeout(PATIENCE_MS);
        served = server.accept();
        served.setSoTimeout(PATIENCE_MS);
    }

    @AfterEach
    void end() throws IOException {
        child.close();
        served.close();
        wire.close();
        server.close();
    }

    @Test
    void carriesBothWays() throws IOException {
        say(child, "question");
        assertThat(heard(served, 8)).isEqualTo("question");
        say(served, "answer");
        assertThat(heard(child, 6)).isEqualTo("answer");
    }

    @Test
    void keepsInTheDarkWhatItCarriesAndDeliversItAfterwards() throws IOException {
        wire.weather(WireFaults.DARK);
        say(child, "later");
        served.setSoTimeout(SILENCE_MS);
        assertThatThrownBy(() -> heard(served, 5)).isInstanceOf(SocketTimeoutException.class);
        served.setSoTimeout(PATIENCE_MS);
        wire.weather(WireFaults.FAIR);
        assertThat(heard(served, 5)).isEqualTo("later");
    }

    @Test
    void isDeafInOneDirectionOnly() throws IOException {
        wire.weather(WireFaults.DEAF);
        say(child, "hello");
        assertThat(heard(served, 5)).isEqualTo("hello");
        say(served, "well");
        child.setSoTimeout(SILENCE_MS);
        assertThatThrownBy(() -> heard(child, 4)).isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void resetsBothSides() throws IOException {
        say(child, "a");
        assertThat(heard(served, 1)).isEqualTo("a");
        wire.reset();
        assertThatThrownBy(() -> heard(child, 1)).isInstanceOf(SocketException.class);
        assertThatThrownBy(() -> heard(served, 1)).isInstanceOf(SocketException.class);
    }

    @Test
    void refusesNewConnectionsOnRequest() throws IOException {
        wire.weather(WireFaults.REFUSING);
        try (Socket second = new Socket("127.0.0.1", wire.port())) {
            second.setSoTimeout(PATIENCE_MS);
            assertThatThrownBy(() -> heard(second, 1)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void swallowsTheCommitOrItsAnswer() throws IOException {
        wire.cutAt(WireCut.AFTER_COMMIT);
        say(child, "commit");
        assertThat(heard(served, 6)).isEqualTo("commit");
        say(served, "ok");
        assertThatThrownBy(() -> heard(child, 2)).isInstanceOf(IOException.class);
        assertThat(wire.cuts()).isEqualTo(1);
    }

    @Test
    void leavesTheServerInTheBeliefThatAllIsWell() throws IOException {
        wire.cutAt(WireCut.BEFORE_COMMIT_UNHEARD);
        say(child, "commit");
        assertThatThrownBy(() -> heard(child, 1)).isInstanceOf(IOException.class);
        served.setSoTimeout(SILENCE_MS);
        assertThatThrownBy(() -> heard(served, 1)).isInstanceOf(SocketTimeoutException.class);
    }

    private static void say(Socket socket, String words) throws IOException {
        socket.getOutputStream().write(words.getBytes(StandardCharsets.US_ASCII));
    }

    /** Reads exactly that number of characters; fails at the end of the stream. */
    private static String heard(Socket socket, int count) throws IOException {
        byte[] heard = socket.getInputStream().readNBytes(count);
        if (heard.length < count) {
            throw new IOException("ended after " + heard.length + " of " + count + " bytes");
        }
        return new String(heard, StandardCharsets.US_ASCII);
    }
}
