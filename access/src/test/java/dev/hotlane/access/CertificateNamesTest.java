package dev.hotlane.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.tls.PeerCertificate;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client certificate selects a principal by its alternative names alone. */
class CertificateNamesTest {
    private static final String PASSWORD = "only-for-this-test";

    @TempDir
    private Path directory;

    @Test
    void dnsAndUriCountAndNothingElse() throws Exception {
        X509Certificate made = certificate(
                "CN=common.acme.internal",
                "san=dns:checkout.acme.internal,uri:spiffe://acme/checkout,ip:10.1.2.3,email:checkout@acme.example");
        CertificateNames names = CertificateNames.of(PeerCertificate.of(made));
        assertThat(names.names()).containsExactly("checkout.acme.internal", "spiffe://acme/checkout");
        assertThat(names.expiresMs())
                .isEqualTo(made.getNotAfter().toInstant().plusSeconds(1).toEpochMilli());
        for (String right : List.of("checkout.acme.internal", "spiffe://acme/checkout")) {
            assertThat(names.in(state("checkout", right)).principal().name()).isEqualTo("checkout");
        }
        for (String wrong : List.of(
                "common.acme.internal",
                "CN=common.acme.internal",
                "10.1.2.3",
                "checkout@acme.example",
                "acme.internal",
                "*.acme.internal",
                "CHECKOUT.acme.internal",
                "checkout.acme.internal.")) {
            assertThat(names.in(state("checkout", wrong))).as(wrong).isNull();
        }
    }

    @Test
    void aCertificateWithoutAlternativeNamesIsNobodys() throws Exception {
        CertificateNames names = CertificateNames.of(
                PeerCertificate.of(certificate("CN=checkout.acme.internal", "ku=digitalSignature")));
        assertThat(names.names()).isEmpty();
        assertThat(names.in(state("checkout", "checkout.acme.internal"))).isNull();
    }

    @Test
    void namesOfTwoPrincipalsSelectNone() {
        CertificateNames both = new CertificateNames(List.of("a", "none", "b"), 1);
        assertThat(both.in(new Principals(List.of(named("first", "a"), named("second", "b")))))
                .isNull();
        assertThat(both.in(new Principals(List.of(named("first", "a", "b"), named("second", "c"))))
                        .principal()
                        .name())
                .isEqualTo("first");
    }

    @Test
    void aTokenAndACertificateMustProveOnePrincipal() {
        Principals state = new Principals(List.of(named("first", "a"), named("second", "b")));
        Credential first = new CertificateNames(List.of("a"), 10);
        Credential second = new CertificateNames(List.of("b"), 20);
        Credential again = new CertificateNames(List.of("a", "c"), 5);
        assertThat(new TwoCredentials(first, second).in(state)).isNull();
        assertThat(new TwoCredentials(first, new CertificateNames(List.of("none"), 9)).in(state))
                .isNull();
        KnownCaller caller = new TwoCredentials(first, again).in(state);
        assertThat(caller.principal().name()).isEqualTo("first");
        assertThat(caller.credential().expiresMs()).isEqualTo(5);
        assertThat(caller.credential().checkAgainMs()).isEqualTo(Long.MAX_VALUE);
    }

    private static Principals state(String name, String certificate) {
        return new Principals(List.of(named(name, certificate)));
    }

    private static Principal named(String name, String... certificates) {
        Identities identities = new Identities(List.of(), List.of(), List.of(certificates));
        return new Principal(name, "", identities, new Rights(List.of()), new CommandLimits(8, 1), null);
    }

    private X509Certificate certificate(String subject, String extension)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path store = directory.resolve("one.p12");
        Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
        Process made = new ProcessBuilder(
                        keytool.toString(),
                        "-genkeypair",
                        "-alias",
                        "one",
                        "-keyalg",
                        "EC",
                        "-dname",
                        subject,
                        "-ext",
                        extension,
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        store.toString())
                .redirectErrorStream(true)
                .start();
        String words = new String(made.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(made.waitFor()).as(words).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return (X509Certificate) keys.getCertificate("one");
    }
}
