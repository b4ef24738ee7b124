package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.gateway.SocketGateway;
import dev.hotlane.gateway.settings.ConnectionBounds;
import dev.hotlane.gateway.settings.PeerLimit;
import dev.hotlane.gateway.settings.SocketTransport;
import dev.hotlane.gateway.settings.TlsSettings;
import dev.hotlane.protocol.tls.TestAuthority;
import dev.hotlane.protocol.tls.TlsPaths;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** What tests of a gateway's TLS share: a gateway with a certificate, and its clients. */
abstract class GatewayByTls {
    static final TestAuthority AUTHORITY = new TestAuthority("servers");
    static final TestAuthority CLIENTS = new TestAuthority("clients");

    /** Long enough for a handshake on a busy machine. */
    static final Duration USUAL = Duration.ofSeconds(30);

    static final Duration SHORT = Duration.ofMillis(1_500);
    static final String HEALTHZ = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

    @TempDir
    Path directory;

    SocketGateway gateway;

    @AfterEach
    void stop() {
        if (gateway != null) {
            gateway.close();
        }
    }

    TlsPaths start() {
        return start(SocketTransport.best(), USUAL);
    }

    TlsPaths start(SocketTransport transport, Duration headersMax) {
        TlsPaths paths = AUTHORITY.server().in(directory);
        CLIENTS.write(directory.resolve("clients.pem"));
        gateway = new SocketGateway(usual -> usual.withBounds(
                        ConnectionBounds.USUAL.withRequestTimes(headersMax, headersMax))
                .withLimits(usual.limits().withPeers(new PeerLimit(64, List.of())))
                .withHttp(usual.http()
                        .withTransport(transport)
                        .withTls(TlsSettings.own(paths.certificate(), paths.key())
                                .withClientCa(directory.resolve("clients.pem")))));
        return paths;
    }

    static HttpClient client(TestAuthority.Issued certificate) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(AUTHORITY.trustedBy(certificate))
                .build();
    }

    HttpResponse<String> get(HttpClient client, String path, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("https://localhost:" + gateway.port() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    double meter(String prefix) {
        try {
            return get(client(null), "/metrics")
                    .body()
                    .lines()
                    .filter(line -> line.startsWith(prefix))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    void awaitFailure(String reason) {
        await().until(() -> meter("hotlane_gateway_tls_handshakes_failed_total{reason=\"" + reason + "\"}") >= 1);
    }

    SSLSocket connect() throws IOException {
        return connect(AUTHORITY.trustedBy(null));
    }

    SSLSocket connect(SSLContext context) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", gateway.port());
        socket.setSoTimeout(60_000);
        return socket;
    }

    /** The serial number of the certificate that a new connection meets. */
    BigInteger serial() throws IOException {
        try (SSLSocket socket = connect()) {
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
        }
    }

    static String ask(SSLSocket socket) throws IOException {
        socket.getOutputStream().write(HEALTHZ.getBytes(StandardCharsets.US_ASCII));
        byte[] head = new byte[12];
        assertThat(socket.getInputStream().readNBytes(head, 0, head.length)).isEqualTo(head.length);
        socket.getInputStream().readNBytes(socket.getInputStream().available());
        return new String(head, StandardCharsets.US_ASCII);
    }
}
