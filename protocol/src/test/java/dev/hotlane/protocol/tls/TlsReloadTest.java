package dev.hotlane.protocol.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When files of a server are taken, and when the earlier ones stay. */
class TlsReloadTest {
    private final TestAuthority authority = new TestAuthority("authority");
    private final List<String> info = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final TestAuthority.Issued first = authority.server();
    private final TestAuthority.Issued second = authority.server();

    @TempDir
    private Path directory;

    private TlsPaths paths;

    @BeforeEach
    void write() {
        paths = new TlsPaths(
                directory.resolve("server.pem"), directory.resolve("server.key"), directory.resolve("clients.pem"));
        first.write(paths.certificate(), paths.key());
        authority.write(paths.clientAuthorities());
    }

    private TlsReload<X509Certificate> read() {
        return TlsReload.read(
                paths,
                new TlsReload.News(info::add, warnings::add),
                material -> material.identity().chain().get(0));
    }

    @Test
    void takesAChangedPairAndReportsItsEnd() {
        TlsReload<X509Certificate> files = read();
        files.look();
        assertThat(files.current()).isEqualTo(first.certificate());
        assertThat(info).isEmpty();
        second.write(paths.certificate(), paths.key());
        files.look();
        assertThat(files.current()).isEqualTo(second.certificate());
        assertThat(files.expirySeconds())
                .isEqualTo(second.certificate().getNotAfter().toInstant().getEpochSecond());
        assertThat(info).singleElement().asString().contains("server.pem, valid until 20");
    }

    @Test
    void saysNothingOfAPairThatIsReplacedFileByFile() {
        TlsReload<X509Certificate> files = read();
        TestAuthority.writeText(paths.certificate(), TestAuthority.pem(second.certificate()));
        files.look();
        assertThat(files.current()).isEqualTo(first.certificate());
        TestAuthority.writeText(paths.key(), TestAuthority.pem(second.key()));
        files.look();
        assertThat(files.current()).isEqualTo(second.certificate());
        assertThat(warnings).isEmpty();
    }

    @Test
    void keepsTheOldOneWhileTheFilesAreBrokenAndSaysSoOnce() throws IOException {
        TlsReload<X509Certificate> files = read();
        TestAuthority.writeText(paths.key(), "nothing");
        for (int i = 0; i < 4; i++) {
            files.look();
        }
        assertThat(files.current()).isEqualTo(first.certificate());
        assertThat(warnings)
                .singleElement()
                .asString()
                .startsWith("The certificate stays as it was: " + paths.key() + ": has no PEM block");
        Files.delete(paths.key());
        files.look();
        files.look();
        assertThat(warnings).hasSize(2).last().asString().endsWith("does not exist.");
        first.write(paths.certificate(), paths.key());
        files.look();
        assertThat(info).containsExactly(paths.certificate() + " is again as it was.");
    }

    @Test
    void keepsTheOldOneIfTheNewOneHasExpired() {
        TlsReload<X509Certificate> files = read();
        authority.server(Instant.now().minusSeconds(1)).write(paths.certificate(), paths.key());
        files.look();
        files.look();
        assertThat(files.current()).isEqualTo(first.certificate());
        assertThat(warnings).singleElement().asString().contains("expired at");
    }

    @Test
    void takesChangedAuthoritiesOfClients() {
        TlsReload<List<X509Certificate>> files =
                TlsReload.read(paths, new TlsReload.News(info::add, warnings::add), TlsMaterial::clientAuthorities);
        TestAuthority other = new TestAuthority("other");
        other.write(paths.clientAuthorities());
        files.look();
        assertThat(files.current()).containsExactly(other.own().certificate());
    }

    @Test
    void refusesABadFileAtTheStart() throws IOException {
        Files.delete(paths.clientAuthorities());
        assertThatThrownBy(this::read)
                .isInstanceOf(TlsFileException.class)
                .hasMessage(paths.clientAuthorities() + ": does not exist.");
    }

    @Test
    void looksByItself() {
        try (TlsReload<X509Certificate> files = read()) {
            files.start();
            second.write(paths.certificate(), paths.key());
            Awaitility.await().until(() -> files.current().equals(second.certificate()));
        }
    }
}
