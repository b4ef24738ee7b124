package dev.hotlane.protocol.tls;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate authority for tests; its keys are EC on P-256, new ones each time. Any thread. */
public final class TestAuthority {
    /** A ClientHello of TLS 1.1 with a few of its ciphers, in hexadecimal. */
    public static final String HELLO_1_1 =
            "16030100350100003103020000000000000000000000000000000000000000000000000000000000000000"
                    + "00000ac014c009c013002f0035" + "0100";

    private static final AtomicLong SERIAL = new AtomicLong(1);
    private static final Duration DAY = Duration.ofDays(1);

    private final Issued own;

    /** An authority of that name, valid from yesterday to tomorrow. */
    public TestAuthority(String name) {
        KeyPair keys = keys("EC");
        X500Name self = new X500Name("CN=" + name);
        own = signed(self, self, keys, keys.getPrivate(), Instant.now().plus(DAY), new BasicConstraints(true));
    }

    /** A certificate with its key and, behind it, nothing: its issuer is the authority. */
    public record Issued(X509Certificate certificate, PrivateKey key) {
        /** Writes both as PEM. */
        public Issued write(Path certificateFile, Path keyFile) {
            writeText(certificateFile, pem(certificate));
            writeText(keyFile, pem(key));
            return this;
        }

        /** Paths of both as PEM in a directory. */
        public TlsPaths in(Path directory) {
            TlsPaths paths = new TlsPaths(directory.resolve("server.pem"), directory.resolve("server.key"), null);
            write(paths.certificate(), paths.key());
            return paths;
        }
    }

    /** For a server of the loopback addresses. */
    public Issued server() {
        return server(Instant.now().plus(DAY));
    }

    /** The same, valid until then. */
    public Issued server(Instant notAfter) {
        return issue("server", "EC", notAfter, KeyPurposeId.id_kp_serverAuth, List.of());
    }

    /** The same, with keys of another algorithm. */
    public Issued server(String algorithm) {
        return issue("server", algorithm, Instant.now().plus(DAY), KeyPurposeId.id_kp_serverAuth, List.of());
    }

    /** For a client with these names; one with a colon is a URI, else DNS. */
    public Issued client(String... names) {
        return client(Instant.now().plus(DAY), names);
    }

    /** The same, valid until then. */
    public Issued client(Instant notAfter, String... names) {
        return issue("client", "EC", notAfter, KeyPurposeId.id_kp_clientAuth, List.of(names));
    }

    /** For a client with a common name and no other. */
    public Issued clientNamed(String commonName) {
        return signed(
                new X500Name("CN=" + commonName),
                new X500Name(own.certificate().getSubjectX500Principal().getName()),
                keys("EC"),
                own.key(),
                Instant.now().plus(DAY),
                new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth));
    }

    private Issued issue(String name, String algorithm, Instant notAfter, KeyPurposeId purpose, List<String> names) {
        Stream<GeneralName> all = names.isEmpty()
                ? Stream.of(
                        new GeneralName(GeneralName.dNSName, "localhost"),
                        new GeneralName(GeneralName.iPAddress, "127.0.0.1"))
                : names.stream()
                        .map(each -> new GeneralName(
                                each.indexOf(':') < 0 ? GeneralName.dNSName : GeneralName.uniformResourceIdentifier,
                                each));
        return signed(
                new X500Name("CN=" + name),
                new X500Name(own.certificate().getSubjectX500Principal().getName()),
                keys(algorithm),
                own.key(),
                notAfter,
                new ExtendedKeyUsage(purpose),
                new GeneralNames(all.toArray(GeneralName[]::new)));
    }

    private static Issued signed(
            X500Name subject, X500Name issuer, KeyPair keys, PrivateKey by, Instant notAfter, Object... extensions) {
        try {
            X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    issuer,
                    BigInteger.valueOf(SERIAL.getAndIncrement()),
                    Date.from(notAfter.minus(DAY.multipliedBy(2))),
                    Date.from(notAfter),
                    subject,
                    keys.getPublic());
            for (Object extension : extensions) {
                if (extension instanceof BasicConstraints constraints) {
                    builder.addExtension(Extension.basicConstraints, true, constraints);
                } else if (extension instanceof ExtendedKeyUsage usage) {
                    builder.addExtension(Extension.extendedKeyUsage, false, usage);
                } else {
                    builder.addExtension(Extension.subjectAlternativeName, false, (GeneralNames) extension);
                }
            }
            X509Certificate certificate = new JcaX509CertificateConverter()
                    .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(by)));
            return new Issued(certificate, keys.getPrivate());
        } catch (OperatorCreationException | GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KeyPair keys(String algorithm) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
            if (algorithm.equals("EC")) {
                generator.initialize(new ECGenParameterSpec("secp256r1"));
            } else if (algorithm.startsWith("RSA")) {
                generator.initialize(2048);
            }
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The authority's own certificate and key. */
    public Issued own() {
        return own;
    }

    /** Writes its certificate as PEM, and returns the file. */
    public Path write(Path file) {
        writeText(file, pem(own.certificate()));
        return file;
    }

    /** A client's context that trusts this authority alone, and shows that certificate to any server; null for none. */
    public SSLContext trustedBy(Issued client) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    client == null ? null : new KeyManager[] {new ShowsAlways(client)},
                    TrustedAuthorities.managers(List.of(own.certificate())).getTrustManagers(),
                    null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A client that shows its certificate even if the server names other authorities. */
    private static final class ShowsAlways extends X509ExtendedKeyManager {
        private final Issued client;

        ShowsAlways(Issued client) {
            this.client = client;
        }

        @Override
        public String chooseEngineClientAlias(String[] keyTypes, Principal[] issuers, SSLEngine engine) {
            return "client";
        }

        @Override
        public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
            return "client";
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return new X509Certificate[] {client.certificate()};
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return client.key();
        }

        @Override
        public String[] getClientAliases(String keyType, Principal[] issuers) {
            return new String[] {"client"};
        }

        @Override
        public String[] getServerAliases(String keyType, Principal[] issuers) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
            throw new UnsupportedOperationException();
        }
    }

    /** As PEM: a certificate, or a key in PKCS#8. */
    public static String pem(Object thing) {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(thing instanceof PrivateKey key ? new JcaPKCS8Generator(key, null) : thing);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** Writes a file at once under its name, as tools that renew certificates do. */
    public static void writeText(Path file, String text) {
        Path beside = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.writeString(beside, text);
            Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
