package dev.hotlane.protocol.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaConnectionTest {
    private static final String SECRET = "s3cr3t-M4rk3r";
    private static final String PROVIDER = "config.providers=file\nconfig.providers.file.class="
            + "org.apache.kafka.common.config.provider.FileConfigProvider\n";
    private static final String SCRAM =
            "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"gate\" password=\"%s\";";

    @TempDir
    private Path directory;

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("kafka.properties"), text);
    }

    private void assertRefused(String text, String... words) throws IOException {
        assertRefusedWith("b:9092", text, words);
    }

    private void assertRefusedWith(String brokers, String text, String... words) throws IOException {
        Path file = file(text);
        assertThatThrownBy(() -> KafkaConnection.read(file, brokers))
                .isInstanceOf(KafkaFileException.class)
                .hasNoCause()
                .hasMessageContainingAll(words)
                .hasMessageNotContaining(SECRET)
                .message()
                .doesNotContain("\n")
                .endsWith(".");
    }

    @Test
    void everyNameOfThePageReachesTheClients() throws IOException {
        Path file = file("""
                # a comment, and a blank line

                ! another comment \\
                bootstrap.servers = one:9092,two:9092
                security.protocol:SASL_PLAINTEXT
                sasl.mechanism SCRAM-SHA-256
                sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule \\
                    required username="gate" \\
                    password="%s";
                client.dns.lookup=use_all_dns_ips
                client.rack=a
                connections.max.idle.ms=1000
                ssl.protocol=TLSv1.3
                """.formatted(SECRET));

        KafkaConnection read = KafkaConnection.read(file, null);

        assertThat(read.bootstrapServers()).isEqualTo("one:9092,two:9092");
        assertThat(read.file()).contains(file);
        assertThat(read.account()).isEqualTo("User:gate");
        assertThat(read.client(Map.of("acks", "all")))
                .containsEntry("acks", "all")
                .containsEntry("client.rack", "a")
                .containsEntry("ssl.protocol", "TLSv1.3")
                .containsEntry("sasl.jaas.config", SCRAM.formatted(SECRET))
                .hasSize(9);
        assertThat(read.toString()).contains("one:9092", "sasl.jaas.config").doesNotContain(SECRET, "gate");
    }

    @Test
    void plainConnectionsNeedNoFile() {
        KafkaConnection plain = KafkaConnection.to("b:9092");

        assertThat(plain.client(Map.of())).isEqualTo(Map.of("bootstrap.servers", "b:9092"));
        assertThat(plain.account()).isEqualTo("User:ANONYMOUS");
        assertThat(plain.file()).isEmpty();
        assertThat(plain).isEqualTo(KafkaConnection.to("b:9092")).hasToString("Kafka[b:9092]");
        assertThatThrownBy(() -> KafkaConnection.to(" ")).hasMessageContaining("bootstrapServers");
    }

    @Test
    void whatCorrectnessNeedsIsRefusedByNameAndLine() throws IOException {
        assertRefused("client.rack=a\n\nacks=" + SECRET, "Line 3 of ", "sets acks:", "every in-sync replica");
        assertRefused("enable.idempotence=false", "Line 1", "enable.idempotence", "once and in order");
        assertRefused("auto.offset.reset=latest", "auto.offset.reset", "by its offset");
        assertRefused("group.id=x", "group.id", "without a group");
        assertRefused("transactional.id=x", "transactional.id", "gap of offsets");
        assertRefused("interceptor.classes=X", "interceptor.classes", "as they were made");
    }

    @Test
    void anyOtherNameIsRefusedWithThoseThatAreAccepted() throws IOException {
        assertRefused(
                "client.rack=\\\n  a\n  linger.ms=5", "Line 3 of ", "sets linger.ms:", "none of", "security.protocol");
        assertRefused("sslx.truststore.location=" + SECRET, "Line 1", "sslx.truststore.location");
        assertRefused("bootstrap.controllers=x", "bootstrap.controllers");
        assertRefused("config.provider=file", "config.provider");
    }

    @Test
    void aNameTwiceIsRefusedWithBothLines() throws IOException {
        assertRefused("client.rack=a\nssl.protocol=x\nclient.rack:a", "Line 3 of ", "client.rack again", "line 1");
        assertRefused("client.rack=a\nclient.r\\u0061ck=b", "Line 2 of ", "client.rack again", "line 1");
    }

    @Test
    void aLineThatIsNoneOfAPropertiesFileIsRefused() throws IOException {
        assertRefused("client.rack=a\nssl.keystore.location=C:\\users\\" + SECRET, "Line 2 of ", "backslash");
    }

    @Test
    void brokersAreNamedOnce() throws IOException {
        assertRefused("bootstrap.servers=a:1", "twice", "--kafka-bootstrap-servers", "leave one of them out");
        assertRefusedWith(null, "client.rack=a", "No brokers are named", "--kafka-bootstrap-servers");
        assertThat(KafkaConnection.read(file("client.rack=a"), "b:9092").bootstrapServers())
                .isEqualTo("b:9092");
    }

    @Test
    void aFileThatIsNotThereOrNoFileIsOneSentence() {
        assertThatThrownBy(() -> KafkaConnection.read(directory.resolve("none"), "b:1"))
                .isInstanceOf(KafkaFileException.class)
                .hasMessageMatching("The Kafka settings file \\S+none does not exist\\.");
        assertThatThrownBy(() -> KafkaConnection.read(directory, "b:1"))
                .isInstanceOf(KafkaFileException.class)
                .hasMessageContaining("could not be read");
    }

    @Test
    void secretsComeFromAFileThatTheClientsReadThemselves() throws IOException {
        Path secrets = Files.writeString(directory.resolve("secrets"), "password=" + SECRET + "\n");
        String reference = SCRAM.formatted("${file:" + secrets + ":password}");
        String text = "security.protocol=SASL_PLAINTEXT\nsasl.mechanism=SCRAM-SHA-256\nsasl.jaas.config=" + reference
                + "\n" + PROVIDER;

        Map<String, Object> client = KafkaConnection.read(file(text), "b:1").client(Map.of());

        assertThat(client).containsEntry("sasl.jaas.config", reference);
        assertThat(new AdminClientConfig(client).getPassword("sasl.jaas.config").value())
                .isEqualTo(SCRAM.formatted(SECRET));
    }

    @Test
    void aSecretThatIsNotThereIsRefused() throws IOException {
        Path secrets = Files.writeString(directory.resolve("secrets"), "other=" + SECRET + "\n");
        String there = "ssl.key.password=${file:" + secrets + ":password}\n";
        assertRefused(there, "Line 1 of ", "ssl.key.password", "config.providers=file");
        assertRefused(PROVIDER + there, "Line 3 of ", "password of " + secrets, "no such name");
        assertRefused(
                PROVIDER + "ssl.key.password=${file:/nowhere/x:password}", "Line 3", "/nowhere/x", "could not be read");
        assertRefused(
                PROVIDER + "config.providers.file.param.allowed.paths=/somewhere\n" + there,
                "Line 4",
                "could not be read");
    }

    @Test
    void whatNoClientCanBeMadeOfIsRefusedAtOnce() throws IOException {
        assertRefused("security.protocol=TLS", "No Kafka client", "security.protocol");
        assertRefused(
                "security.protocol=SSL\nssl.truststore.location=/nowhere/trust.pem\nssl.truststore.type=PEM",
                "No Kafka client",
                "/nowhere/trust.pem");
        String sasl = "security.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN\nsasl.jaas.config=";
        assertRefused(sasl + "x.y.Module required \"" + SECRET + "\" " + SECRET + ";", "sasl.jaas.config");
        assertRefused(sasl + "x.y.Module required password=\"" + SECRET + "\";", "No Kafka client", "x.y.Module");
    }

    @Test
    void noOwnPropertyOfAClientIsOneThatTheFileMayHave() {
        // Else the file could change what a client needs, or the client the way to the brokers.
        for (String own : new String[] {"acks", "client.id", "isolation.level", "max.block.ms", "metric.reporters"}) {
            assertThat(KafkaNames.fault(own)).as(own).isPresent();
        }
    }
}
