package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.console.care.CareSheet;
import dev.hotlane.console.care.LaneCare;
import dev.hotlane.infra.rules.CaredLane;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.protocol.kafka.KafkaConnection;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The commands of the console's view Care, held against the program's own options and the runbooks' headings. */
class CareCommandsTest {
    private static final LaneCare KNOWN = CaredLane.of(
            KafkaConnection.to("a:9092,b:9092"),
            "shop",
            Verifier.database("jdbc:mysql://db:3306/shop?x=1&y=2", "reader", "secret"),
            List.of("http://127.0.0.1:8081", "https://node-2.example:8081"));

    @TempDir
    private Path directory;

    static Stream<JsonObject> tasks(LaneCare lane) {
        return CareSheet.of(lane).getJsonArray("tasks").stream().map(JsonObject.class::cast);
    }

    private static List<String> commands(LaneCare lane) {
        return tasks(lane)
                .flatMap(task -> task.getJsonArray("commands").stream())
                .map(Object::toString)
                .toList();
    }

    /** As a shell reads it, and an operator fills it in. */
    private ParseResult parsed(String command) throws Exception {
        String line = command.replaceFirst("^hotlane ", "").replaceAll("\\bOFFSET\\b", "10");
        Process shell = new ProcessBuilder("bash", "-c", "printf '%s\\n' " + line).start();
        String[] words = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split("\n");
        CommandLine program = Hotlane.commandLine(Settings.read(new String[0], Map.of(), directory, directory));
        ParseResult result = program.parseArgs(words);
        while (result.hasSubcommand()) {
            result = result.subcommand();
        }
        return result;
    }

    @Test
    void everyCommandIsOneOfTheProgramWithTheLanesNames() throws Exception {
        assertThat(commands(KNOWN)).hasSize(10);
        for (String command : commands(KNOWN)) {
            ParseResult parsed = parsed(command);
            assertThat(parsed.matchedOptionValue("--lane", "none")).as(command).isEqualTo("shop");
            assertThat(parsed.matchedOptionValue("--kafka-bootstrap-servers", "none"))
                    .isEqualTo("a:9092,b:9092");
            assertThat(parsed.matchedOptionValue("--mysql-url", "none"))
                    .isEqualTo(command.contains(" restore ") ? "NEW-JDBC-URL" : "jdbc:mysql://db:3306/shop?x=1&y=2");
            if (command.contains(" rules ")) {
                assertThat(parsed.matchedOptionValue("--processors", List.of()))
                        .hasToString("[http://127.0.0.1:8081, https://node-2.example:8081]");
            }
        }
        assertThat(commands(KNOWN)).noneMatch(command -> command.contains("secret") || command.contains("reader"));
    }

    @Test
    void aLaneThatIsUnknownHasPlaceholders() throws Exception {
        for (String command : commands(null)) {
            assertThat(parsed(command).matchedOptionValue("--lane", "none")).isEqualTo("LANE");
            assertThat(command).contains("--kafka-config=KAFKA-CONFIG-FILE").contains("JDBC-URL");
        }
    }

    @Test
    void aUrlThatMayHoldAPasswordIsNotShown() {
        LaneCare lane = CaredLane.of(
                KafkaConnection.to("a:9092"),
                "shop",
                Verifier.database("jdbc:mysql://db/shop?password=secret", "u", "p"),
                List.of("dns:nodes:8081"));
        assertThat(commands(lane))
                .allMatch(command -> command.contains("JDBC-URL"))
                .noneMatch(command -> command.contains("secret") || command.contains("dns:"));
    }

    /** The check above finds an option that the program does not have. */
    @Test
    void aMisspelledOptionIsFound() {
        assertThatThrownBy(() -> parsed(commands(KNOWN).get(0) + " --snapshott=FILE"))
                .isInstanceOf(UnmatchedArgumentException.class);
        assertThatThrownBy(() -> parsed(commands(KNOWN).get(0).replace("--lane", "--lanes")))
                .isInstanceOf(UnmatchedArgumentException.class);
    }

    @Test
    void everyRunbookIsAHeadingOfTheOperatorsPage() throws Exception {
        List<String> headings = Files.readAllLines(Path.of("../docs/operating.md")).stream()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ ", ""))
                .toList();
        assertThat(tasks(KNOWN).map(task -> task.getString("runbook"))).isSubsetOf(headings);
    }
}
