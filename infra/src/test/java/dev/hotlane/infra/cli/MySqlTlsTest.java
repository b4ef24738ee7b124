package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.flusher.mysql.FlusherException.Reason;
import dev.hotlane.flusher.mysql.Grants;
import dev.hotlane.flusher.mysql.Grants.Account;
import dev.hotlane.flusher.mysql.Grants.Require;
import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.RealStack;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A real mysqld with TLS and an account that needs a client certificate; all of it by options of the JDBC URL. */
@Tag("it")
@ExtendWith(RealStack.class)
class MySqlTlsTest {
    private static final String STORE_PASSWORD = "store-4711";
    /** The head of PKCS#8 around an RSA key of PKCS#1: version, algorithm, an octet string; lengths left out. */
    private static final byte[] RSA = {
        0x02,
        0x01,
        0x00,
        0x30,
        0x0d,
        0x06,
        0x09,
        0x2a,
        (byte) 0x86,
        0x48,
        (byte) 0x86,
        (byte) 0xf7,
        0x0d,
        0x01,
        0x01,
        0x01,
        0x05,
        0x00
    };

    private final DevStack stack;
    private final String database;
    private String user;
    private String password;
    private Path trust;
    private Path identity;

    @TempDir
    private Path directory;

    MySqlTlsTest(DevStack stack) {
        this.stack = stack;
        database = "mysqltls";
    }

    @BeforeEach
    void makeAccountAndStores() throws Exception {
        stack.createDatabase(database);
        new Checkpoint(FlushSettings.of(stack.jdbcUrl(database), stack.user(), stack.password())).migrate();
        user = "tls_runtime";
        try (Connection admin = DriverManager.getConnection(stack.jdbcUrl(database), stack.user(), stack.password());
                Statement statement = admin.createStatement()) {
            statement.execute("DROP USER IF EXISTS '" + user + "'@'%'");
            for (String sql : new Grants(database, "tls_", "%", Require.X509).of(Account.RUNTIME)) {
                if (statement.execute(sql)) {
                    ResultSet made = statement.getResultSet();
                    made.next();
                    password = made.getString(3);
                }
            }
        }
        Path data = stack.directory().resolve("mysql/data");
        Certificate ca = certificate(data.resolve("ca.pem"));
        trust = directory.resolve("ca.p12");
        identity = directory.resolve("client.p12");
        KeyStore trusted = empty();
        trusted.setCertificateEntry("ca", ca);
        store(trusted, trust);
        KeyStore own = empty();
        own.setKeyEntry("client", key(data.resolve("client-key.pem")), STORE_PASSWORD.toCharArray(), new Certificate[] {
            certificate(data.resolve("client-cert.pem")), ca
        });
        store(own, identity);
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static void store(KeyStore store, Path file) throws GeneralSecurityException, IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, STORE_PASSWORD.toCharArray());
        }
    }

    private static Certificate certificate(Path pem) throws GeneralSecurityException, IOException {
        try (InputStream in = Files.newInputStream(pem)) {
            return CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    private static PrivateKey key(Path pem) throws GeneralSecurityException, IOException {
        String text = Files.readString(pem);
        byte[] der = Base64.getMimeDecoder()
                .decode(text.replaceAll("-----[A-Z ]+-----", "").getBytes(StandardCharsets.US_ASCII));
        byte[] pkcs8 = text.contains("BEGIN RSA") ? sequence(RSA, tagged(0x04, der)) : der;
        return KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
    }

    private static byte[] sequence(byte[] head, byte[] rest) {
        return tagged(
                0x30,
                ByteBuffer.allocate(head.length + rest.length)
                        .put(head)
                        .put(rest)
                        .array());
    }

    /** A DER value of 256 to 65,535 bytes. */
    private static byte[] tagged(int tag, byte[] value) {
        return ByteBuffer.allocate(value.length + 4)
                .put((byte) tag)
                .put((byte) 0x82)
                .putShort((short) value.length)
                .put(value)
                .array();
    }

    private FlushSettings by(String options) {
        String url = stack.jdbcUrl(database).replaceFirst("\\?.*", "") + "?" + options;
        return FlushSettings.of(url, user, password).withMigrates(false);
    }

    private String trusting() {
        return "trustCertificateKeyStoreUrl=file:" + trust + "&trustCertificateKeyStorePassword=" + STORE_PASSWORD;
    }

    private String withCertificate() {
        return trusting() + "&clientCertificateKeyStoreUrl=file:" + identity + "&clientCertificateKeyStorePassword="
                + STORE_PASSWORD;
    }

    @Test
    void aCertificateInTheUrlOpensWhatRequiresOne() throws SQLException {
        FlushSettings settings = by("sslMode=VERIFY_CA&" + withCertificate());
        new Checkpoint(settings).prepare();
        try (Connection connection =
                        DriverManager.getConnection(settings.mysql().url(), user, password);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW STATUS LIKE 'Ssl_version'")) {
            row.next();
            assertThat(row.getString(2)).startsWith("TLSv1.");
        }
    }

    @Test
    void withoutItTheAccountIsDeniedAndNothingSecretIsSaid() {
        denied(by("sslMode=VERIFY_CA&" + trusting()));
        denied(by("sslMode=DISABLED&allowPublicKeyRetrieval=true"));
    }

    private void denied(FlushSettings settings) {
        assertThatThrownBy(() -> new Checkpoint(settings).prepare())
                .isInstanceOfSatisfying(
                        FlusherException.class, e -> assertThat(e.reason()).isEqualTo(Reason.DENIED))
                .hasMessageContaining("denies account '" + user + "'")
                .hasMessageNotContaining(password)
                .hasMessageNotContaining(STORE_PASSWORD);
    }

    /** A server whose certificate another CA signed is not talked to: the URL trusts the client's own. */
    @Test
    void aServerThatIsNotProvenGetsNoPassword() throws GeneralSecurityException, IOException {
        KeyStore other = empty();
        other.setCertificateEntry("not-the-ca", certificate(stack.directory().resolve("mysql/data/client-cert.pem")));
        store(other, trust);
        assertThatThrownBy(() -> new Checkpoint(by("sslMode=VERIFY_CA&" + withCertificate())).prepare())
                .isInstanceOfSatisfying(
                        FlusherException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNAVAILABLE))
                .hasMessageNotContaining(password);
    }

    @Test
    void theSettingsArePrintedWithoutThePasswordsOfTheStores() {
        StringWriter said = new StringWriter();
        int code = MySqlAccounts.run(
                directory,
                said,
                "processor",
                "--kafka-bootstrap-servers=127.0.0.1:1",
                "--start-patience-ms=0",
                "--processor-http-port=0",
                "--processor-directory=" + directory,
                "--mysql-user=" + user,
                "--mysql-password=" + password,
                "--mysql-url="
                        + by("sslMode=VERIFY_CA&" + withCertificate()).mysql().url());
        assertThat(code).as(said.toString()).isEqualTo(10);
        assertThat(said.toString())
                .contains(
                        "trustCertificateKeyStorePassword=******&",
                        "KeyStorePassword=******",
                        "mysql.password = ******")
                .doesNotContain(password, STORE_PASSWORD);
    }

    @Test
    void eachRoleWarnsOnceOfAServerElsewhereThatIsNotProven() {
        for (String role : new String[] {"processor", "node", "gateway"}) {
            StringWriter said = new StringWriter();
            MySqlAccounts.run(
                    directory,
                    said,
                    role,
                    "--kafka-bootstrap-servers=127.0.0.1:1",
                    role.equals("gateway") ? "--gateway-start-max-ms=1000" : "--start-patience-ms=0",
                    role.equals("gateway") ? "--gateway-port=0" : "--processor-http-port=0",
                    "--mysql-url=jdbc:mysql://192.0.2.7/h?sslMode=REQUIRED");
            assertThat(said.toString().lines().filter(line -> line.startsWith("Warning: MySQL at 192.0.2.7:3306")))
                    .as(role + ": " + said)
                    .hasSize(1);
        }
    }
}
