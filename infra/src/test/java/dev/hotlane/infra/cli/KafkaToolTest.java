package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.HotlaneHome;
import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.infra.stack.Stack;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("it")
@Tag("containers")
@ExtendWith(RealStack.class)
class KafkaToolTest {

    @Test
    void stockToolsMakeATopicFillItAndReadIt(Lane lane) throws Exception {
        String topic = lane.topic("tool");

        run(lane.stack(), "", "topics", "--create", "--topic", topic);
        run(lane.stack(), "one\ntwo\n", "console-producer", "--topic", topic);
        String read =
                run(lane.stack(), "", "console-consumer", "--topic", topic, "--from-beginning", "--max-messages", "2");

        assertThat(read.lines()).contains("one", "two");
    }

    @Test
    void brokersStandBeforeTheSubcommandOfAToolThatWantsThemThere(Stack stack) throws Exception {
        assertThat(run(stack, "", "metadata-quorum", "describe", "--status")).contains("LeaderId");
    }

    @Test
    void brokersThatAreGivenStay() {
        List<String> args = List.of("--list", "--bootstrap-server", "there:9092");

        assertThat(KafkaTool.TOPICS.lacksBrokers(args)).isFalse();
        assertThat(KafkaTool.DUMP_LOG.lacksBrokers(List.of("--files", "x"))).isFalse();
    }

    @Test
    void theFileOfClientPropertiesIsTheToolsOwnOption() {
        Path file = Path.of("/k.properties");
        assertThat(KafkaTool.TOPICS.withConfig(List.of("--list"), file))
                .containsExactly("--list", "--command-config", "/k.properties");
        assertThat(KafkaTool.METADATA_QUORUM.withConfig(List.of("describe"), file))
                .containsExactly("--command-config", "/k.properties", "describe");
        assertThat(KafkaTool.CONSOLE_CONSUMER.lacksConfig(List.of("--consumer.config", "x")))
                .isFalse();
        assertThat(KafkaTool.TOPICS.lacksConfig(List.of("--command-config=x"))).isFalse();
        assertThat(KafkaTool.STORAGE.lacksConfig(List.of("format"))).isFalse();
    }

    @Test
    void jarsOfAnOperatorComeLastOnTheClassPathOfATool() throws IOException {
        List<String> command = KafkaToolJvm.command(home(), KafkaTool.TOPICS, List.of("--list"));
        assertThat(command.get(command.indexOf("-cp") + 1))
                .startsWith(home().kafkaJars() + "/*")
                .endsWith(":" + home().root().resolve("lib.d/*"));
    }

    /** In the constants of its classes, which begin with the name of the main class. */
    @ParameterizedTest
    @EnumSource(KafkaTool.class)
    void everyToolThatConnectsHasThatOption(KafkaTool tool) throws IOException {
        boolean has = false;
        try (Stream<Path> jars = Files.list(home().kafkaJars())) {
            for (Path jar : jars.filter(path -> path.getFileName().toString().startsWith("kafka"))
                    .toList()) {
                has |= hasOption(jar, tool.mainClass().replace('.', '/'));
            }
        }
        assertThat(has).isEqualTo(tool.lacksConfig(List.of()));
    }

    private static boolean hasOption(Path jar, String prefix) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry entry : Collections.list(file.entries())) {
                if (entry.getName().startsWith(prefix)
                        && new String(file.getInputStream(entry).readAllBytes(), StandardCharsets.ISO_8859_1)
                                .contains("command-config")) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    void ourOwnOptionsMayStandBehindTheTool() {
        assertThat(KafkaTool.ownOptionsFirst(new String[] {
                    "kafka",
                    "topics",
                    "--list",
                    "--stack-directory",
                    "x",
                    "--kafka-bootstrap-servers=b:1",
                    "--topic",
                    "t"
                }))
                .containsExactly(
                        "kafka",
                        "--stack-directory",
                        "x",
                        "--kafka-bootstrap-servers=b:1",
                        "topics",
                        "--list",
                        "--topic",
                        "t");
        String[] plain = {"kafka", "configs", "--add-config", "="};
        assertThat(KafkaTool.ownOptionsFirst(plain)).isSameAs(plain);
    }

    @Test
    void theProgramTakesTheStackBehindTheTool(DevStack stack) {
        String directory = stack.directory().toString();
        assertThat(Hotlane.run(new String[] {"kafka", "topics", "--list", "--stack-directory", directory}, Map.of()))
                .isZero();
    }

    @Test
    void toolsCanLoadHotlanesOwnClasses(Stack stack) {
        List<String> command = KafkaToolJvm.command(home(), KafkaTool.CONSOLE_CONSUMER, List.of());

        assertThat(command.get(command.indexOf("-cp") + 1)).contains("protocol").contains("agrona");
    }

    private static String run(Stack stack, String input, String name, String... args)
            throws IOException, InterruptedException {
        KafkaTool tool = KafkaTool.named(name).orElseThrow();
        List<String> all = tool.withBrokers(List.of(args), stack.bootstrapServers());
        Process process = new ProcessBuilder(KafkaToolJvm.command(home(), tool, all))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        process.getOutputStream().write(input.getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private static HotlaneHome home() {
        return HotlaneHome.find(Map.of());
    }
}
