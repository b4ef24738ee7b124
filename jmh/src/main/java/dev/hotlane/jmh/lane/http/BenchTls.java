package dev.hotlane.jmh.lane.http;

import dev.hotlane.infra.stack.Finished;
import dev.hotlane.protocol.tls.TrustedAuthorities;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;

/** A self-signed certificate for 127.0.0.1, made by the JDK's keytool. Immutable. */
final class BenchTls {
    private static final Duration KEYTOOL_MAX = Duration.ofSeconds(60);
    private static final String PASSWORD = "changeit";
    private static final String ALIAS = "bench";
    private static final Base64.Encoder PEM = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private final Path certificate;
    private final Path key;

    private BenchTls(Path certificate, Path key) {
        this.certificate = certificate;
        this.key = key;
    }

    /** Makes one with a key on P-256, as PEM files of that directory. */
    static BenchTls make(Path directory) {
        Path store = directory.resolve("tls.p12");
        Finished.output(
                KEYTOOL_MAX,
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=bench",
                "-validity",
                "2",
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD);
        try (InputStream in = Files.newInputStream(store)) {
            KeyStore read = KeyStore.getInstance("PKCS12");
            read.load(in, PASSWORD.toCharArray());
            return new BenchTls(
                    write(
                            directory.resolve("tls.pem"),
                            "CERTIFICATE",
                            read.getCertificate(ALIAS).getEncoded()),
                    write(
                            directory.resolve("tls.key"),
                            "PRIVATE KEY",
                            read.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("keytool made a store that can't be read", e);
        }
    }

    private static Path write(Path file, String label, byte[] der) throws IOException {
        String text = "-----BEGIN " + label + "-----\n" + PEM.encodeToString(der) + "\n-----END " + label + "-----\n";
        return Files.writeString(file, text, StandardCharsets.US_ASCII);
    }

    /** The gateway's options. */
    List<String> options() {
        return List.of("--gateway-tls-cert=" + certificate, "--gateway-tls-key=" + key);
    }

    /** Trusts this certificate alone. */
    SSLContext client() {
        return TrustedAuthorities.context(certificate);
    }
}
