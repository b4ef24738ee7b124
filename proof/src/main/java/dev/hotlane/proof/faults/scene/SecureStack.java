package dev.hotlane.proof.faults.scene;

import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import dev.hotlane.infra.stack.Finished;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.infra.stack.Stack;
import dev.hotlane.infra.stack.StackServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;

/**
 * A stack whose broker has a second listener with TLS and SASL, and an authorizer that grants nothing by itself. The plain
 * listener's user, ANONYMOUS, may do all: it is the cluster's administrator, and that of {@link #connection}. Certificates are
 * made by the JDK's keytool. Any thread.
 */
public final class SecureStack implements Stack {
    /** In every secret here, so that a test can search for it. */
    public static final String MARKER = "s3cr3t-M4rk3r";

    /** An account of SASL PLAIN. */
    public static final String PLAIN_USER = "plain-user";

    private static final String KEYS = "jwks.json";
    private static final String OAUTHBEARER = "org.apache.kafka.common.security.oauthbearer.";
    private static final String ALLOWED = "-Dorg.apache.kafka.sasl.oauthbearer.allowed.urls=";
    private static final Duration KEYTOOL_MAX = Duration.ofSeconds(60);
    private static final String STORE_PASSWORD = MARKER + "-store";

    private final DevStack stack;
    private final Path directory;
    private final int port;
    private final SignedTokens tokens;
    private final Map<String, Path> accounts = new ConcurrentHashMap<>();

    private SecureStack(DevStack stack, Path directory, int port, SignedTokens tokens) {
        this.stack = stack;
        this.directory = directory;
        this.port = port;
        this.tokens = tokens;
    }

    /** Starts broker and database in a temporary directory. */
    public static SecureStack start() {
        return start(DevStackSettings.temporary());
    }

    /** Starts broker and database; the broker has the settings' plain listener too. */
    public static SecureStack start(DevStackSettings settings) {
        int port = Ports.free();
        try {
            Path files = Files.createTempDirectory("hotlane-tls-");
            makeCertificates(files);
            SignedTokens tokens = new SignedTokens();
            tokens.writeKeys(files.resolve(KEYS));
            return new SecureStack(DevStack.start(with(settings, files, port)), files, port, tokens);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static DevStackSettings with(DevStackSettings settings, Path files, int port) {
        String secure = "SECURE://127.0.0.1:" + port;
        String jaas = "listener.name.secure.%s.sasl.jaas.config";
        Map<String, String> properties = Map.ofEntries(
                Map.entry(
                        "listeners",
                        "PLAINTEXT://127.0.0.1:${port}," + secure + ",CONTROLLER://127.0.0.1:${controllerPort}"),
                Map.entry("advertised.listeners", "PLAINTEXT://127.0.0.1:${port}," + secure),
                Map.entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,SECURE:SASL_SSL,CONTROLLER:PLAINTEXT"),
                Map.entry("inter.broker.listener.name", "PLAINTEXT"),
                Map.entry("listener.name.secure.sasl.enabled.mechanisms", "SCRAM-SHA-256,PLAIN,OAUTHBEARER"),
                Map.entry(
                        jaas.formatted("scram-sha-256"),
                        "org.apache.kafka.common.security.scram.ScramLoginModule required;"),
                Map.entry(
                        jaas.formatted("plain"),
                        "org.apache.kafka.common.security.plain.PlainLoginModule required user_" + PLAIN_USER + "=\""
                                + password(PLAIN_USER) + "\";"),
                Map.entry(
                        jaas.formatted("oauthbearer"),
                        OAUTHBEARER + "OAuthBearerLoginModule required" + " unsecuredLoginStringClaim_sub=\"broker\";"),
                Map.entry(
                        "listener.name.secure.oauthbearer.sasl.server.callback.handler.class",
                        OAUTHBEARER + "OAuthBearerValidatorCallbackHandler"),
                Map.entry(
                        "sasl.oauthbearer.jwks.endpoint.url",
                        files.resolve(KEYS).toUri().toString()),
                Map.entry("sasl.oauthbearer.expected.issuer", SignedTokens.ISSUER),
                Map.entry("sasl.oauthbearer.expected.audience", SignedTokens.AUDIENCE),
                Map.entry("ssl.keystore.location", files.resolve("broker.p12").toString()),
                Map.entry("ssl.keystore.type", "PKCS12"),
                Map.entry("ssl.keystore.password", STORE_PASSWORD),
                Map.entry("ssl.key.password", STORE_PASSWORD),
                Map.entry("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer"),
                Map.entry("super.users", "User:ANONYMOUS"));
        DevStackSettings all =
                settings.withKafkaFlags(ALLOWED + files.resolve(KEYS).toUri());
        for (Map.Entry<String, String> property : properties.entrySet()) {
            all = all.withKafkaProperty(property.getKey(), property.getValue());
        }
        return all;
    }

    private static void makeCertificates(Path files) {
        keytool(
                "-genkeypair -alias broker -keyalg EC -groupname secp256r1 -dname CN=broker -validity 30"
                        + " -ext san=ip:127.0.0.1,dns:localhost -storetype PKCS12",
                "-keystore",
                files.resolve("broker.p12").toString());
        keytool(
                "-exportcert -rfc -alias broker",
                "-keystore",
                files.resolve("broker.p12").toString(),
                "-file",
                files.resolve("broker.pem").toString());
    }

    private static void keytool(String words, String... more) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(words.split(" ")));
        command.addAll(List.of(more));
        command.addAll(List.of("-storepass", STORE_PASSWORD));
        Finished.output(KEYTOOL_MAX, command.toArray(String[]::new));
    }

    /** The address of the listener with TLS and SASL. */
    private String secureServers() {
        return "127.0.0.1:" + port;
    }

    @Override
    public String bootstrapServers() {
        return stack.bootstrapServers();
    }

    @Override
    public String jdbcUrl(String database) {
        return stack.jdbcUrl(database);
    }

    @Override
    public String user() {
        return stack.user();
    }

    @Override
    public String password() {
        return stack.password();
    }

    @Override
    public StackServer kafka() {
        return stack.kafka();
    }

    @Override
    public StackServer mysql() {
        return stack.mysql();
    }

    @Override
    public Path directory() {
        return stack.directory();
    }

    /** The file of client settings with which the user authenticates by SCRAM; at its first call the user is created. */
    public Path account(String user) {
        return accounts.computeIfAbsent(user, this::create);
    }

    private Path create(String user) {
        try (Admin admin = Admin.create(stack.connection().client(Map.of()))) {
            ScramCredentialInfo info = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_256, 4096);
            admin.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion(user, info, password(user))))
                    .all()
                    .get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
        return file(
                user,
                "SCRAM-SHA-256",
                "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"" + user
                        + "\" password=\"${file:" + secrets(user) + ":password}\";");
    }

    /** A file of client settings for OAUTHBEARER with a signed token of that user, read from a file. */
    public Path tokenFile(String user) {
        Path token = directory.resolve(user + ".jwt");
        try {
            tokens.writeToken(token, user);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        return file(
                user + "-token",
                "OAUTHBEARER",
                OAUTHBEARER + "OAuthBearerLoginModule required;\nsasl.login.callback.handler.class=" + OAUTHBEARER
                        + "OAuthBearerLoginCallbackHandler\nsasl.oauthbearer.token.endpoint.url=" + token.toUri());
    }

    /** The flag by which a JVM may read that token. */
    public String allows(String user) {
        return ALLOWED + directory.resolve(user + ".jwt").toUri();
    }

    /** The password of a user of SCRAM or PLAIN. */
    public static String password(String user) {
        return MARKER + "-" + user;
    }

    /** A file of secrets with the user's password. */
    public Path secrets(String user) {
        return write(user + ".secret", "password=" + password(user) + "\n");
    }

    /** A file of client settings for that mechanism and login module; the secret's provider is in it. */
    public Path file(String name, String mechanism, String jaas) {
        return write(
                name + ".properties", """
                # Client of the tests.
                bootstrap.servers=%s
                security.protocol=SASL_SSL
                ssl.truststore.type=PEM
                ssl.truststore.location=%s
                sasl.mechanism=%s
                config.providers=file
                config.providers.file.class=org.apache.kafka.common.config.provider.FileConfigProvider
                sasl.jaas.config=%s
                """.formatted(secureServers(), directory.resolve("broker.pem"), mechanism, jaas));
    }

    private Path write(String name, String text) {
        try {
            return Files.writeString(directory.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        stack.close();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
