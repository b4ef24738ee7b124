package dev.hotlane.proof.lane;

import dev.hotlane.access.KeyText;
import dev.hotlane.access.token.TokenServer;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.topics.WantedTopics;
import dev.hotlane.protocol.tls.TestAuthority;
import dev.hotlane.protocol.tls.TlsPaths;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The files and options of a node, with a canary in each secret of them. One thread. */
final class SecretFiles {
    private static final String USER = "canary_account";
    private static final TestAuthority SERVERS = new TestAuthority("servers");

    private final Lane lane;
    private final Path directory;
    private final Canaries canaries;
    private final String key;

    SecretFiles(Lane lane, Path directory, Canaries canaries) {
        this.lane = lane;
        this.directory = directory;
        this.canaries = canaries;
        key = canaries.key("key", KeyText.make());
    }

    /** The lane's name. */
    String lane() {
        return lane.name();
    }

    /** The API key of the only principal. */
    String key() {
        return key;
    }

    /** A client that trusts the node. */
    HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(SERVERS.trustedBy(null))
                .build();
    }

    /** Makes topics, account and files. */
    void write(TokenServer server) throws IOException, SQLException {
        Topics.ensure(lane.stack().connection(), WantedTopics.of(lane.name(), 1), 0, LaneRules.small(7));
        String password = canaries.add("password of MySQL", "mysql-" + KeyText.make());
        try (Connection connection = DriverManager.getConnection(
                        lane.jdbcUrl(), lane.stack().user(), lane.stack().password());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE USER '" + USER + "'@'%' IDENTIFIED BY '" + password + "'");
            statement.execute("GRANT ALL ON `" + lane.name() + "`.* TO '" + USER + "'@'%'");
        }
        write("mysql.password", password);
        write("wrong.password", canaries.add("wrong password of MySQL", "wrong-" + KeyText.make()));
        write(
                "kafka.secrets",
                "store=" + canaries.add("password of a store", "store-" + KeyText.make()) + "\nsasl="
                        + canaries.add("password of SASL", "sasl-" + KeyText.make()) + "\n");
        write("kafka.properties", kafka("PLAINTEXT"));
        write("kafka-wrong.properties", kafka("SASL_SSL"));
        Files.write(directory.resolve("jwks.json"), server.jwks());
        TlsPaths tls = SERVERS.server().in(directory);
        canaries.pem("key of TLS", tls.key());
        principals(
                "\"sha256\":\"" + HexFormat.of().formatHex(KeyText.entry(key, 1).sha256()) + "\"");
        write("debug.xml", """
                <configuration>
                  <appender name="stderr" class="ch.qos.logback.core.ConsoleAppender">
                    <encoder><pattern>%level %logger{0}: %msg%n%ex</pattern></encoder>
                  </appender>
                  <root level="DEBUG"><appender-ref ref="stderr"/></root>
                </configuration>
                """);
    }

    /** SASL_SSL needs a key store, which is no key store. */
    private String kafka(String protocol) {
        return """
                bootstrap.servers=%s
                security.protocol=%s
                sasl.mechanism=PLAIN
                sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required \
                username="lane" password="${file:%s:sasl}";
                ssl.keystore.type=PKCS12
                ssl.keystore.location=%s
                ssl.keystore.password=${file:%s:store}
                config.providers=file
                config.providers.file.class=org.apache.kafka.common.config.provider.FileConfigProvider
                """.formatted(
                        lane.stack().bootstrapServers(),
                        protocol,
                        directory.resolve("kafka.secrets"),
                        directory.resolve("debug.xml"),
                        directory.resolve("kafka.secrets"));
    }

    private void principals(String hash) throws IOException {
        write("principals.json", """
                {"principals":[{"name":"clerk","tenant":"acme","subjects":["svc-clerk"],
                "keys":[{"id":"%s",%s}],
                "grants":[{"verbs":["add"],"limits":["limit:"]},{"verbs":["read"],"keys":"*","holds":"tenant"},{"verbs":["observe"]}]}]}
                """.formatted(key.substring(3, 11), hash));
    }

    /** An operator's mistakes: the key in place of its hash, and half of a private key. */
    void breakAll() throws IOException {
        principals("\"sha256\":\"" + key + "\"");
        Path file = directory.resolve("server.key");
        String text = Files.readString(file);
        TestAuthority.writeText(file, text.substring(0, text.length() / 2) + "\n-----END PRIVATE KEY-----\n");
        TestAuthority.writeText(directory.resolve("jwks.json"), "{\"keys\":[{\"k\":\"" + key + "\"}]}");
    }

    private Path write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        TestAuthority.writeText(file, text);
        return file;
    }

    /** The client settings of Kafka. */
    Path kafka() {
        return directory.resolve("kafka.properties");
    }

    /** Logs of level DEBUG, of all libraries. */
    Path debugLogs() {
        return directory.resolve("debug.xml");
    }

    /** All options of a node that name a file with secrets. */
    List<String> options() {
        return new ArrayList<>(List.of(
                "--kafka-config=" + kafka(),
                "--mysql-url=" + lane.jdbcUrl(),
                "--mysql-user=" + USER,
                "--mysql-password-file=" + directory.resolve("mysql.password"),
                "--processor-principals=" + directory.resolve("principals.json"),
                "--gateway-principals=" + directory.resolve("principals.json"),
                "--gateway-jwt-issuer=" + TokenServer.ISSUER,
                "--gateway-jwt-audience=" + TokenServer.AUDIENCE,
                "--gateway-jwt-jwks=" + directory.resolve("jwks.json"),
                "--gateway-tls-cert=" + directory.resolve("server.pem"),
                "--gateway-tls-key=" + directory.resolve("server.key")));
    }

    /** The same with a password of MySQL that is wrong, and without principals. */
    List<String> withoutRightPassword() {
        List<String> options = options();
        options.removeIf(option -> option.contains("principals"));
        options.replaceAll(option -> option.replace("mysql.password", "wrong.password"));
        return options;
    }

    /** The same with a key store that can't be read, and without principals. */
    List<String> withoutRightKeystore() {
        List<String> options = options();
        options.removeIf(option -> option.contains("principals"));
        options.replaceAll(option -> option.replace("kafka.properties", "kafka-wrong.properties"));
        return options;
    }
}
