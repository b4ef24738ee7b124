package dev.hotlane.processor.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.hotlane.access.ApiKey;
import dev.hotlane.access.KeyText;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.protocol.tls.TestAuthority;
import dev.hotlane.protocol.tls.TlsPaths;
import java.io.IOException;
import java.math.BigInteger;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The processor's port with a certificate and principals. */
class ProcessorTlsTest {
    private static final TestAuthority AUTHORITY = new TestAuthority("servers");

    @TempDir
    private Path directory;

    private StatusServer server;
    private TlsPaths paths;

    private void start(Path principals) {
        paths = AUTHORITY.server().in(directory);
        server = new StatusServer("127.0.0.1", 0, List.of(), paths, principals);
        server.answerAll("/healthz", () -> StatusServer.Answer.json(200, "{}"));
        server.answer("/metrics", () -> StatusServer.Answer.metrics("hotlane 1"));
        server.start();
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    private HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(AUTHORITY.trustedBy(null))
                .build()
                .send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private SSLSocket connect() throws IOException {
        return (SSLSocket) AUTHORITY.trustedBy(null).getSocketFactory().createSocket("127.0.0.1", server.port());
    }

    private BigInteger serial() throws IOException {
        try (SSLSocket socket = connect()) {
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
        }
    }

    /** A file with one principal, which has that verb and that key. */
    private Path principals(String verb, String key) {
        ApiKey entry = KeyText.entry(key, Long.MAX_VALUE);
        Path file = directory.resolve("principals.json");
        TestAuthority.writeText(
                file,
                "{\"principals\":[{\"name\":\"watcher\",\"keys\":[{\"id\":\"" + entry.id() + "\",\"sha256\":\""
                        + HexFormat.of().formatHex(entry.sha256()) + "\"}],\"grants\":[{\"verbs\":[\"" + verb + "\"]"
                        + (verb.equals("observe") ? "" : ",\"keys\":[\"a:\"]") + "}]}]}");
        return file;
    }

    private int metrics(String key) throws IOException, InterruptedException {
        return get("/metrics", "Authorization", "Bearer " + key).statusCode();
    }

    @Test
    void showsFiguresToPrincipalsThatMayObserve() throws Exception {
        String key = KeyText.make();
        start(principals("observe", key));
        assertThat(get("/healthz").statusCode()).isEqualTo(200);
        HttpResponse<String> unknown = get("/metrics");
        assertThat(unknown.statusCode()).isEqualTo(401);
        assertThat(unknown.headers().map()).containsEntry("www-authenticate", List.of("Bearer realm=\"hotlane\""));
        assertThat(metrics(KeyText.make())).isEqualTo(401);
        assertThat(get("/metrics", "Authorization", "Bearer " + key, "Authorization", "Bearer " + key)
                        .statusCode())
                .isEqualTo(401);
        assertThat(metrics(key)).isEqualTo(200);
        principals("read", key);
        await().until(() -> metrics(key) == 403);
    }

    @Test
    void serves() throws Exception {
        start(null);
        HttpResponse<String> answer = get("/metrics");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().map())
                .containsEntry("strict-transport-security", List.of("max-age=31536000"))
                .containsEntry("x-content-type-options", List.of("nosniff"))
                .containsEntry("cache-control", List.of("no-store"));
        try (SSLSocket socket = connect()) {
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            socket.startHandshake();
            assertThat(socket.getSession().getProtocol()).isEqualTo("TLSv1.2");
        }
    }

    @Test
    void refusesTls11AndForeignHostsAndOrigins() throws Exception {
        start(null);
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.getOutputStream().write(HexFormat.of().parseHex(TestAuthority.HELLO_1_1));
            byte[] answer = socket.getInputStream().readAllBytes();
            // The server of Java 17 closes without the alert that later ones send: fatal, protocol_version.
            if (answer.length > 0) {
                assertThat(answer).startsWith(0x15).endsWith(2, 70);
            }
        }
        String own = "localhost:" + server.port();
        assertThat(get("/metrics", "Origin", "https://" + own).statusCode()).isEqualTo(200);
        assertThat(get("/metrics", "Origin", "http://" + own).statusCode()).isEqualTo(403);
        assertThat(get("/metrics", "Host", "evil.example").statusCode()).isEqualTo(421);
    }

    @Test
    void takesANewCertificate() throws Exception {
        start(null);
        BigInteger before = serial();
        TestAuthority.writeText(paths.key(), "nothing");
        assertThat(serial()).isEqualTo(before);
        TestAuthority.Issued next = AUTHORITY.server().write(paths.certificate(), paths.key());
        await().until(() -> serial().equals(next.certificate().getSerialNumber()));
    }

    @Test
    void refusesBadFilesAtTheStart() {
        TlsPaths good = AUTHORITY.server().in(directory);
        Path missing = directory.resolve("missing");
        assertThatThrownBy(() -> new StatusServer(
                        "127.0.0.1", 0, List.of(), new TlsPaths(good.certificate(), missing, null), null))
                .isInstanceOf(HaltReason.class)
                .hasMessage(missing + ": does not exist.")
                .extracting("code")
                .isEqualTo(ExitCode.BAD_FILE);
        assertThatThrownBy(() -> new StatusServer("127.0.0.1", 0, List.of(), good, missing))
                .isInstanceOf(HaltReason.class)
                .extracting("code")
                .isEqualTo(ExitCode.BAD_FILE);
    }

    @Test
    void closesClientsThatSpeakPlainHttp() {
        start(null);
        assertThatThrownBy(() -> HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/metrics"))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString()))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(SSLException.class);
    }
}
