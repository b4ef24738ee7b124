package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

class SettingsTest {

    @TempDir
    Path directory;

    @Test
    void anOptionWinsOverTheEnvironmentThatOverTheFileThatOverTheDefault() throws IOException {
        assertThat(parse(Map.of(), "").ringSize).isEqualTo(1024);

        file("hotlane.properties", "ring.size=1");
        assertThat(parse(Map.of(), "").ringSize).isEqualTo(1);
        assertThat(parse(Map.of("HOTLANE_RING_SIZE", "2"), "").ringSize).isEqualTo(2);
        assertThat(parse(Map.of("HOTLANE_RING_SIZE", "2"), "--ring-size=3").ringSize)
                .isEqualTo(3);
    }

    @Test
    void theFileIsNamedByTheOptionOrElseByTheEnvironment() throws IOException {
        file("hotlane.properties", "ring.size=1");
        file("mine", "ring.size=2");
        file("other", "ring.size=3");
        Map<String, String> environment = Map.of("HOTLANE_CONFIG", "mine");

        assertThat(parse(environment, "").ringSize).isEqualTo(2);
        assertThat(parse(environment, "--config other").ringSize).isEqualTo(3);
        assertThat(parse(environment, "--config=other").ringSize).isEqualTo(3);
    }

    @Test
    void refusesAFileThatIsNamedAndMissing() {
        assertThatThrownBy(() -> parse(Map.of(), "--config nowhere"))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("nowhere");
    }

    @Test
    void leavesTheConfigOptionOfAStockToolToTheTool() {
        String[] args = {"kafka", "topics", "--create", "--config", "retention.ms=-1"};

        assertThat(Settings.read(args, Map.of(), directory, directory)).isNotNull();
    }

    @Test
    void refusesAnUnknownKeyAndNamesTheNearest() throws IOException {
        file("hotlane.properties", "ring.sise=1");

        assertThatThrownBy(() -> parse(Map.of(), ""))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("ring.sise")
                .hasMessageContaining("did you mean ring.size?");
    }

    @Test
    void refusesAnUnknownVariableAndNamesTheNearest() {
        assertThatThrownBy(() -> parse(Map.of("HOTLANE_RING_SISE", "1"), ""))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("The environment sets HOTLANE_RING_SISE")
                .hasMessageContaining("did you mean HOTLANE_RING_SIZE?");
    }

    @Test
    void theProgramEndsWithAUsageErrorAtAnUnknownVariable() {
        String[] args = {"topics", "check"};
        assertThat(Hotlane.run(args, Map.of("HOTLANE_PORT", "9090"))).isEqualTo(CommandLine.ExitCode.USAGE);
    }

    @Test
    void passesOverVariablesThatAreTheLaunchersOrOfKubernetesOrNotOurs() {
        Map<String, String> environment = Map.of(
                "HOTLANE_JAVA_OPTS", "-Xmx1g",
                "HOTLANE_CACHE", "/tmp",
                "HOTLANE_GATEWAY_SERVICE_HOST", "10.0.0.1",
                "HOTLANE_GATEWAY_PORT_8080_TCP", "tcp://10.0.0.1:8080",
                "HOTLANES", "7");
        assertThat(parse(environment, "").ringSize).isEqualTo(1024);
    }

    @Test
    void aFlagWithoutAValueIsForOneRunOnly() throws IOException {
        assertThatThrownBy(() -> parse(Map.of("HOTLANE_FRESH", "true"), "")).isInstanceOf(SettingsException.class);

        file("hotlane.properties", "fresh=true");
        assertThatThrownBy(() -> parse(Map.of(), "")).isInstanceOf(SettingsException.class);
    }

    @Test
    void printsValuesWithTheirSourcesAndHidesSecrets() throws IOException {
        file("hotlane.properties", "mysql.password=sesame");
        Role role = parse(
                Map.of("HOTLANE_MYSQL_URL", "jdbc:mysql://db/hotlane?user=u&password=pw"),
                "--kafka-bootstrap-servers=k:1");

        StringWriter text = new StringWriter();
        Settings.print(role.commandLine.getCommandSpec(), new PrintWriter(text));

        assertThat(text.toString().lines())
                .containsExactly(
                        "Settings of role:",
                        "  kafka.bootstrap.servers = k:1  (option)",
                        "  kafka.config = unset  (default)",
                        "  mysql.password = ******  (" + directory.resolve("hotlane.properties") + ")",
                        "  mysql.password.file = unset  (default)",
                        "  mysql.url = jdbc:mysql://db/hotlane?user=u&password=******  (HOTLANE_MYSQL_URL)",
                        "  mysql.user = unset  (default)",
                        "  ring.size = 1024  (default)",
                        "  stack.directory = " + directory + "  (default)");
    }

    @Test
    void aCommandThatNeedsBrokersSaysHowToGiveThem() {
        Role role = parse(Map.of(), "");

        assertThatThrownBy(role.kafka::connection)
                .isInstanceOf(CommandLine.ParameterException.class)
                .hasMessageContaining("--kafka-bootstrap-servers")
                .hasMessageContaining("./hotlane dev")
                .hasMessageContaining("runs in " + directory)
                .hasMessageContaining("--stack-directory");
    }

    @Test
    void theBrokersOfTheKafkaFileWinOverADevStackThatHappensToRunAndOverNothingElse() throws Exception {
        Path file = Files.writeString(directory.resolve("kafka.properties"), "bootstrap.servers=file:9092");
        Path stack = Files.createDirectories(directory.resolve("dev"));
        try (ServerSocket broker = new ServerSocket(0)) {
            Files.writeString(stack.resolve("stack.properties"), """
                    owner.pid=1
                    kafka.port=%d
                    mysql.port=1
                    kafka.bootstrap.servers=dev:9092
                    mysql.url=jdbc:mysql://dev/x
                    """.formatted(broker.getLocalPort()));

            Role role = parse(Map.of(), "--kafka-config=" + file + " --stack-directory=" + stack);
            assertThat(role.kafka.connection().bootstrapServers()).isEqualTo("file:9092");
            assertThat(role.kafka.connection().file()).contains(file);

            Path without = Files.writeString(directory.resolve("without.properties"), "client.rack=a");
            Role dev = parse(Map.of(), "--kafka-config=" + without + " --stack-directory=" + stack);
            assertThat(dev.kafka.connection().bootstrapServers()).isEqualTo("dev:9092");
        }
        Role named = parse(Map.of("HOTLANE_KAFKA_BOOTSTRAP_SERVERS", "other:9092"), "--kafka-config=" + file);
        assertThatThrownBy(named.kafka::connection)
                .isInstanceOf(CommandLine.ParameterException.class)
                .hasMessageContaining("named twice");
    }

    @Test
    void aKafkaFileThatCannotBeUsedIsAUsageErrorWithoutItsSecrets() throws Exception {
        Path file = Files.writeString(directory.resolve("kafka.properties"), "client.rack=a\nacks=s3cr3t-M4rk3r");
        Role role = parse(Map.of(), "--kafka-bootstrap-servers=b:1 --kafka-config=" + file);

        assertThatThrownBy(role.kafka::connection)
                .isInstanceOf(CommandLine.ParameterException.class)
                .hasMessageStartingWith("Line 2 of " + file + " sets acks:")
                .hasMessageNotContaining("s3cr3t-M4rk3r");
    }

    private Role parse(Map<String, String> environment, String line) {
        String[] args = line.isEmpty() ? new String[0] : line.split(" ");
        Settings settings = Settings.read(args, environment, directory, directory);
        Role role = new Role();
        role.commandLine = new CommandLine(role);
        role.commandLine.setDefaultValueProvider(settings);
        settings.refuseUnknown(role.commandLine);
        role.commandLine.parseArgs(args);
        return role;
    }

    private void file(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    @Command(name = "role")
    private static final class Role {
        private CommandLine commandLine;

        @Mixin
        private KafkaOptions kafka;

        @Mixin
        @SuppressWarnings("unused") // Picocli sets it.
        private MySqlOptions mysql;

        @Option(names = "--ring-size", defaultValue = "1024")
        private int ringSize;

        @Option(names = "--fresh")
        @SuppressWarnings("unused") // Picocli sets it.
        private boolean fresh;

        @Option(names = "--config")
        @SuppressWarnings("unused") // Picocli sets it.
        private Path config;
    }
}
