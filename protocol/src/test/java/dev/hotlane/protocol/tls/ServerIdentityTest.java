package dev.hotlane.protocol.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.time.Duration;
import java.time.Instant;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.util.io.pem.PemObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which certificates and keys a server takes, and what it says of the others. */
class ServerIdentityTest {
    private static final TestAuthority AUTHORITY = new TestAuthority("authority");
    private static final TlsPaths PATHS = new TlsPaths(Path.of("server.pem"), Path.of("server.key"), null);

    private final Instant now = Instant.now();

    private ServerIdentity read(String certificates, String key) {
        return ServerIdentity.of(PATHS, bytes(certificates), bytes(key), now);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String pem(Object thing) {
        return TestAuthority.pem(thing);
    }

    /** As OpenSSL's older commands write a key. */
    private static String older(String label, PrivateKey key) throws IOException {
        byte[] inner = PrivateKeyInfo.getInstance(key.getEncoded())
                .parsePrivateKey()
                .toASN1Primitive()
                .getEncoded();
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(new PemObject(label, inner));
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC", "Ed25519", "RSASSA-PSS"})
    void takesKeysOfThisAlgorithm(String algorithm) {
        TestAuthority.Issued server = AUTHORITY.server(algorithm);
        ServerIdentity read =
                read(pem(server.certificate()) + pem(AUTHORITY.own().certificate()), pem(server.key()));
        assertThat(read.chain())
                .containsExactly(server.certificate(), AUTHORITY.own().certificate());
    }

    @Test
    void takesAKeyInTheOlderFormOfRsa() throws IOException {
        TestAuthority.Issued server = AUTHORITY.server("RSA");
        String key = older("RSA PRIVATE KEY", server.key());
        assertThat(read(pem(server.certificate()), key).key()).isEqualTo(server.key());
    }

    @Test
    void takesAKeyInTheOlderFormOfEcAndRemarksAroundIt() throws IOException {
        TestAuthority.Issued server = AUTHORITY.server("EC");
        // The curve stands in the key too when OpenSSL writes it; the JDK leaves it out.
        byte[] sec1 = withCurve(server.key());
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(new PemObject("EC PRIVATE KEY", sec1));
        }
        String remarks = "Bag Attributes\n    friendlyName: server\n";
        ServerIdentity read = read(
                remarks + pem(server.certificate()),
                "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n" + text);
        assertThat(((ECPrivateKey) read.key()).getS()).isEqualTo(((ECPrivateKey) server.key()).getS());
    }

    private static byte[] withCurve(PrivateKey key) throws IOException {
        PrivateKeyInfo info = PrivateKeyInfo.getInstance(key.getEncoded());
        byte[] secret = ((ECPrivateKey) key).getS().toByteArray();
        byte[] fixed = new byte[32];
        int length = Math.min(32, secret.length);
        System.arraycopy(secret, secret.length - length, fixed, 32 - length, length);
        return Der.element(
                Der.SEQUENCE,
                Der.element(Der.INTEGER, new byte[] {1}),
                Der.element(Der.OCTETS, fixed),
                Der.element(
                        Der.PARAMETERS,
                        info.getPrivateKeyAlgorithm()
                                .getParameters()
                                .toASN1Primitive()
                                .getEncoded()));
    }

    @Test
    void refusesAKeyOfAnotherCertificate() {
        String certificate = pem(AUTHORITY.server().certificate());
        assertThatThrownBy(() -> read(certificate, pem(AUTHORITY.server().key())))
                .isInstanceOf(TlsFileException.class)
                .hasMessage("server.key: is not the key of the first certificate of server.pem (CN=server)."
                        + " The server's own certificate must come first, and both files be of one pair.");
        assertThatThrownBy(() -> read(certificate, pem(AUTHORITY.server("RSA").key())))
                .hasMessageContaining("is not the key");
    }

    @Test
    void refusesAChainOutOfOrder() {
        TestAuthority.Issued server = AUTHORITY.server();
        assertThatThrownBy(() -> read(
                        pem(server.certificate())
                                + pem(new TestAuthority("other").own().certificate()),
                        pem(server.key())))
                .hasMessageContaining("certificate 2 (CN=other) is not the issuer of certificate 1 (CN=authority)");
    }

    @Test
    void refusesACertificateThatExpiredOrIsNotValidYet() {
        TestAuthority.Issued expired = AUTHORITY.server(now.minusSeconds(60));
        assertThatThrownBy(() -> read(pem(expired.certificate()), pem(expired.key())))
                .hasMessageStartingWith("server.pem: the certificate expired at 20");
        TestAuthority.Issued later = AUTHORITY.server(now.plus(Duration.ofDays(9)));
        assertThatThrownBy(() -> read(pem(later.certificate()), pem(later.key())))
                .hasMessageContaining("is valid from 20");
    }

    @Test
    void refusesEncryptedKeysInBothForms() {
        String certificate = pem(AUTHORITY.server().certificate());
        assertThatThrownBy(() -> read(
                        certificate,
                        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----"))
                .hasMessageStartingWith("server.key: the key is encrypted.");
        assertThatThrownBy(() -> read(
                        certificate,
                        "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\nAAAA\n"
                                + "-----END RSA PRIVATE KEY-----"))
                .hasMessageStartingWith("server.key: the key is encrypted.");
    }

    @Test
    void refusesWhatIsNoPemWithoutRepeatingIt() {
        TestAuthority.Issued server = AUTHORITY.server();
        String certificate = pem(server.certificate());
        assertThatThrownBy(() -> read("s3cr3t", pem(server.key())))
                .hasMessageContaining("server.pem: has no PEM block");
        assertThatThrownBy(() -> read(certificate, "s3cr3t"))
                .hasMessageContaining("server.key: has no PEM block")
                .hasMessageNotContaining("s3cr3t");
        assertThatThrownBy(() -> read(certificate, certificate)).hasMessageContaining("one block PRIVATE KEY, found 0");
        assertThatThrownBy(() -> read(certificate, pem(server.key()).repeat(2)))
                .hasMessageContaining("one block PRIVATE KEY, found 2");
        assertThatThrownBy(() -> read(pem(server.key()), pem(server.key())))
                .hasMessageContaining("no block CERTIFICATE");
        assertThatThrownBy(
                        () -> read(certificate, "-----BEGIN EC PRIVATE KEY-----\nMHcC\n-----END EC PRIVATE KEY-----"))
                .hasMessage("server.key: the key is cut off or damaged.");
        assertThatThrownBy(() -> read(certificate, "-----BEGIN PRIVATE KEY-----\nMHcC\n-----END PRIVATE KEY-----"))
                .hasMessageContaining("or is damaged");
    }
}
