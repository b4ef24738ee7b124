package dev.hotlane.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.console.source.SourceName;
import dev.hotlane.protocol.tls.TestAuthority;
import dev.hotlane.protocol.tls.TestAuthority.Issued;
import dev.hotlane.protocol.tls.TlsPaths;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The certificate of a running console changes. */
@Timeout(120)
public class ConsoleCertificateTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final TestAuthority authority = new TestAuthority("console-test");

    @TempDir
    private Path directory;

    private RunningConsole console;

    @AfterEach
    void end() {
        console.close();
    }

    /** The certificate that a new connection gets; nothing of an earlier one is resumed. */
    private Certificate shown() throws IOException {
        try (SSLSocket socket =
                (SSLSocket) authority.trustedBy(null).getSocketFactory().createSocket("127.0.0.1", console.port())) {
            socket.startHandshake();
            return socket.getSession().getPeerCertificates()[0];
        }
    }

    private static void awaitEvent(BufferedReader live) throws IOException {
        String line = live.readLine();
        while (!"event: now".equals(line)) {
            assertThat(line).as("the stream goes on").isNotNull().isNotEqualTo("event: over");
            line = live.readLine();
        }
    }

    @Test
    void newConnectionsGetTheNewCertificateWhileASessionAndItsStreamGoOn() throws Exception {
        Issued first = authority.server();
        TlsPaths files = first.in(directory);
        PrincipalsText people = new PrincipalsText(directory.resolve("principals.json"))
                .with("watcher", "", "{\"verbs\":[\"observe\"]}");
        List<SourceName> sources = List.of(SourceName.of("http://127.0.0.1:1", false));
        console = RunningConsole.open(
                new ConsoleSettings("127.0.0.1", 0, List.of(), sources, null, null, "stock:", "limit:", null),
                new ConsoleAccess(people.write(), files));
        ConsoleVisitor visitor = new ConsoleVisitor(console, authority.trustedBy(null));
        assertThat(visitor.login(people.key("watcher")).statusCode()).isEqualTo(303);
        try (BufferedReader live = visitor.live()) {
            awaitEvent(live);
            assertThat(shown()).isEqualTo(first.certificate());
            Issued second = authority.server().write(files.certificate(), files.key());
            Awaitility.await("the new certificate").atMost(PATIENCE).until(() -> shown().equals(second.certificate()));
            awaitEvent(live);
            awaitEvent(live);
        }
        assertThat(visitor.json("/caller").getString("name")).isEqualTo("watcher");
        ConsoleVisitor again = new ConsoleVisitor(console, authority.trustedBy(null));
        again.cookies.putAll(visitor.cookies);
        assertThat(again.json("/caller").getString("name"))
                .as("the session over a new connection")
                .isEqualTo("watcher");
    }
}
