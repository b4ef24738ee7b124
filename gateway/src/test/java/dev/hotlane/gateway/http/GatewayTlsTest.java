package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hotlane.gateway.SocketCaller;
import dev.hotlane.gateway.SocketGateway;
import dev.hotlane.gateway.settings.PeerLimit;
import dev.hotlane.gateway.settings.SocketTransport;
import dev.hotlane.gateway.settings.TlsSettings;
import dev.hotlane.protocol.tls.TestAuthority;
import dev.hotlane.protocol.tls.TlsPaths;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A gateway that ends TLS, over real sockets. */
class GatewayTlsTest extends GatewayByTls {
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void servesThisVersion(String version) throws IOException {
        start();
        try (SSLSocket socket = connect()) {
            socket.setEnabledProtocols(new String[] {version});
            assertThat(ask(socket)).isEqualTo("HTTP/1.1 200");
            assertThat(socket.getSession().getProtocol()).isEqualTo(version);
            assertThat(socket.getSession().getCipherSuite()).endsWith("AES_128_GCM_SHA256");
        }
    }

    @ParameterizedTest
    @MethodSource("transports")
    void servesByEachTransport(SocketTransport transport) throws Exception {
        start(transport, USUAL);
        assertThat(get(client(null), "/openapi.yaml").body()).hasSizeGreaterThan(10_000);
    }

    static List<SocketTransport> transports() {
        return SocketTransport.working().toList();
    }

    @Test
    void refusesTls11AndCiphersWithoutAuthenticatedEncryption() throws IOException {
        start();
        try (Socket socket = new Socket("127.0.0.1", gateway.port())) {
            socket.getOutputStream().write(HexFormat.of().parseHex(TestAuthority.HELLO_1_1));
            // An alert, fatal: protocol_version.
            assertThat(socket.getInputStream().readAllBytes()).startsWith(0x15).endsWith(2, 70);
        }
        try (SSLSocket socket = connect()) {
            socket.setEnabledCipherSuites(new String[] {"TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256"});
            assertThatThrownBy(socket::startHandshake).isInstanceOf(SSLException.class);
        }
        await().until(() -> meter("hotlane_gateway_tls_handshakes_failed_total{reason=\"protocol\"}") == 2);
    }

    @Test
    void takesANewCertificateUnderLoadWithoutAFailedRequest() throws Exception {
        TlsPaths paths = start();
        AtomicBoolean done = new AtomicBoolean();
        List<CompletableFuture<Integer>> callers = IntStream.range(0, 4)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> load(done, i % 2 == 0)))
                .toList();
        try (SSLSocket kept = connect()) {
            assertThat(ask(kept)).isEqualTo("HTTP/1.1 200");
            for (int i = 0; i < 3; i++) {
                TestAuthority.Issued next = AUTHORITY.server().write(paths.certificate(), paths.key());
                await().until(() -> serial().equals(next.certificate().getSerialNumber()));
                assertThat(meter("hotlane_tls_expiry_timestamp_seconds")).isEqualTo((double)
                        next.certificate().getNotAfter().toInstant().getEpochSecond());
            }
            assertThat(ask(kept)).isEqualTo("HTTP/1.1 200");
        }
        done.set(true);
        for (CompletableFuture<Integer> caller : callers) {
            assertThat(caller.get()).isPositive();
        }
    }

    /** Calls until the end, on one connection or on a new one each; returns the number of calls. */
    private int load(AtomicBoolean done, boolean keep) {
        try {
            int calls = 0;
            SSLSocket socket = connect();
            while (!done.get()) {
                assertThat(ask(socket)).isEqualTo("HTTP/1.1 200");
                calls++;
                if (!keep) {
                    socket.close();
                    socket = connect();
                }
            }
            socket.close();
            return calls;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void keepsTheOldCertificateWhileTheFilesAreBroken() throws Exception {
        TlsPaths paths = start();
        BigInteger before = serial();
        TestAuthority.writeText(paths.certificate(), "nothing");
        TestAuthority.writeText(directory.resolve("clients.pem"), "nothing");
        assertThat(serial()).isEqualTo(before);
        TestAuthority.Issued next = AUTHORITY.server().write(paths.certificate(), paths.key());
        CLIENTS.write(directory.resolve("clients.pem"));
        await().until(() -> serial().equals(next.certificate().getSerialNumber()));
    }

    @Test
    void closesConnectionsWhoseHandshakeDoesNotEnd() throws IOException {
        start(SocketTransport.best(), SHORT);
        try (SocketCaller nothing = new SocketCaller(gateway.port());
                SocketCaller begun = new SocketCaller(gateway.port())) {
            // The head of a record of 16 KiB, again and again: never the whole of it.
            begun.trickle("\u0016\u0003\u0001@\u0000\u0001\u0000\u0001");
            assertThat(begun.rest()).isIn("", "\nreset");
            assertThat(nothing.rest()).isIn("", "\nreset");
        }
    }

    @Test
    void answers408ToHeadersAndToRecordsThatDoNotEnd() throws IOException {
        start(SocketTransport.best(), SHORT);
        try (SSLSocket socket = connect()) {
            socket.getOutputStream().write("GET /".getBytes(StandardCharsets.US_ASCII));
            // To the end: the gateway closes with a close_notify.
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 408 ");
        }
        try (Socket plain = new Socket("127.0.0.1", gateway.port());
                SSLSocket socket = (SSLSocket)
                        AUTHORITY.trustedBy(null).getSocketFactory().createSocket(plain, "127.0.0.1", 1, false)) {
            assertThat(ask(socket)).isEqualTo("HTTP/1.1 200");
            // The head of a record of 16 KiB, and one byte of it.
            plain.getOutputStream().write(new byte[] {0x17, 3, 3, 0x40, 0, 1});
            InputStream answer = socket.getInputStream();
            assertThat(new String(answer.readAllBytes(), StandardCharsets.US_ASCII))
                    .contains("HTTP/1.1 408 ");
        }
        assertThat(meter("hotlane_gateway_headers_late_total")).isEqualTo(2);
    }

    @Test
    void keepsAnIdleConnectionOpen() throws IOException {
        start(SocketTransport.best(), SHORT);
        try (SSLSocket idle = connect();
                SSLSocket late = connect()) {
            assertThat(ask(idle)).isEqualTo("HTTP/1.1 200");
            late.getOutputStream().write("GET /".getBytes(StandardCharsets.US_ASCII));
            assertThat(late.getInputStream().readAllBytes()).isNotEmpty();
            assertThat(ask(idle)).isEqualTo("HTTP/1.1 200");
        }
    }

    @Test
    void countsAHandshakeAsAConnectionOfItsAddress() throws IOException {
        TlsPaths paths = AUTHORITY.server().in(directory);
        gateway = new SocketGateway(usual -> usual.withLimits(usual.limits().withPeers(new PeerLimit(2, List.of())))
                .withHttp(usual.http().withTls(TlsSettings.own(paths.certificate(), paths.key()))));
        try (SSLSocket first = connect();
                SocketCaller second = new SocketCaller(gateway.port());
                SocketCaller third = new SocketCaller(gateway.port())) {
            assertThat(ask(first)).isEqualTo("HTTP/1.1 200");
            assertThat(third.rest()).isEqualTo("\nreset");
            assertThat(second.readable()).isFalse();
        }
    }

    @Test
    void closesConnectionsThatSpeakPlainHttp() throws Exception {
        start();
        try (SocketCaller caller = new SocketCaller(gateway.port()).send(HEALTHZ)) {
            assertThat(caller.rest()).doesNotContain("HTTP");
        }
        awaitFailure("plain");
    }

    @Test
    void tellsBrowsersToComeByTlsOnly() throws Exception {
        start();
        for (String path : List.of("/healthz", "/v1/none", "/openapi.yaml")) {
            HttpResponse<String> answer = get(client(null), path);
            assertThat(answer.headers().map())
                    .containsEntry("strict-transport-security", List.of("max-age=31536000"))
                    .containsEntry("x-content-type-options", List.of("nosniff"));
        }
    }

    @Test
    void checksHostAndOriginByTlsToo() throws Exception {
        start();
        String own = "localhost:" + gateway.port();
        assertThat(get(client(null), "/healthz", "Origin", "https://" + own).statusCode())
                .isEqualTo(200);
        assertThat(get(client(null), "/healthz", "Origin", "http://" + own).statusCode())
                .isEqualTo(403);
        try (SSLSocket socket = connect()) {
            socket.getOutputStream()
                    .write("GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 421");
        }
    }
}
