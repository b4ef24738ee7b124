package dev.hotlane.proof.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.cli.Hotlane;
import dev.hotlane.infra.cli.Settings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files that `hotlane check-history` can't check: exit code 2 and the place of the fault, never exit code 1 (does not
 * fit), never a stack trace.
 */
class CheckHistoryCommandTest {
    private static final String META =
            "{\"table\":\"hl_meta\",\"sequence_base\":0,\"next_offset\":1}\n{\"table\":\"hl_window\"}\n";

    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    @Test
    void namesAllFilesThatAreMissingAndHowToMakeThem() throws IOException {
        write("history.jsonl", "");
        assertNotChecked("missing: " + file("log.jsonl") + ", " + file("tables.jsonl") + ". ", "`hotlane log > ");
        write("log.jsonl", "");
        assertNotChecked("missing: " + file("tables.jsonl") + ". ", "TableDump");
    }

    @Test
    void namesTheLineThatHasNotWhatItMustHave() throws IOException {
        write("history.jsonl", "{}\n");
        write("log.jsonl", "{}\n");
        write("tables.jsonl", "{}\n");
        assertNotChecked(file("history.jsonl") + " line 1: number seq is expected");
        write("history.jsonl", "{\"seq\":1,\"type\":\"start\",\"run\":\"r\"}\n");
        assertNotChecked(file("tables.jsonl") + " line 1: text table is expected");
        write("tables.jsonl", META);
        assertNotChecked(file("log.jsonl") + " line 1: number offset is expected");
        write("log.jsonl", "{\"offset\":0,\"kind\":\"TICK\"}\n");
        assertNotChecked(file("log.jsonl") + " line 1: ", "{\"offset\":0,\"kind\":\"TICK\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"seq\":2,\"type\":\"invoke\"}",
                "{\"seq\":2,\"type\":\"invoke\",\"request\":{\"method\":\"GET\",\"path\":\"/\"}}",
                "{\"seq\":2,\"type\":\"invoke\",\"request\":7}",
                "{\"seq\":2}",
                "[]",
                "{\"seq\":2,"
            })
    void namesTheEventThatIsNone(String event) throws IOException {
        write("log.jsonl", "");
        write("tables.jsonl", META);
        write("history.jsonl", "{\"seq\":1,\"type\":\"start\",\"run\":\"r\"}\n" + event + "\n");
        assertNotChecked(file("history.jsonl") + " line 2: ", event);
    }

    @ParameterizedTest
    @ValueSource(strings = {"history.jsonl", "log.jsonl", "tables.jsonl"})
    void namesTheLineThatIsNoText(String name) throws IOException {
        write("history.jsonl", "{\"seq\":1,\"type\":\"start\",\"run\":\"r\"}\n");
        write("log.jsonl", "{\"offset\":0,\"kind\":\"GARBAGE\"}\n");
        write("tables.jsonl", META);
        byte[] line = Files.readAllBytes(file(name));
        byte[] noText =
                (new String(line, StandardCharsets.UTF_8) + "\u00ff\u00fe\n").getBytes(StandardCharsets.ISO_8859_1);
        Files.write(file(name), noText);
        long last = new String(line, StandardCharsets.UTF_8).lines().count() + 1;
        assertNotChecked(file(name) + " line " + last + " is no text in UTF-8");
    }

    @Test
    void namesWhatIsWrongWithTheEventsOfAFeed() throws IOException {
        write("history.jsonl", "{\"seq\":1,\"type\":\"start\",\"run\":\"r\"}\n");
        write("log.jsonl", "{\"offset\":0,\"kind\":\"GARBAGE\"}\n");
        write("tables.jsonl", META);
        Path events = file("events.jsonl");
        String[] options = {"--events", events.toString()};
        assertNotCheckedWith(options, "missing: " + events + ". ");
        write("events.jsonl", "");
        assertNotCheckedWith(options, events + " has no position of a feed");
        write("events.jsonl", "{\"upTo\":\"x\"}\n");
        assertNotCheckedWith(options, events + " line 1: number upTo is expected");
        write("events.jsonl", "{\"upTo\":0,\"prefixes\":[],\"buckets\":false}\n{\"kind\":\"transaction\"}\n");
        assertNotCheckedWith(options, events + " line 2: number seq is expected");
        String[] both = {"--events", events.toString(), "--lost-log", "l", "--lost-tables", "t"};
        assertNotCheckedWith(both, "--events can't be compared with two logs");
    }

    private Path file(String name) {
        return directory.resolve(name);
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(file(name), text);
    }

    private void assertNotChecked(String... why) {
        assertNotCheckedWith(new String[0], why);
    }

    private void assertNotCheckedWith(String[] options, String... why) {
        err.getBuffer().setLength(0);
        String[] args = Stream.concat(
                        Stream.of("check-history", file("history.jsonl").toString()), Stream.of(options))
                .toArray(String[]::new);
        int code = Hotlane.commandLine(Settings.read(args, Map.of(), directory, directory))
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err))
                .execute(args);
        assertThat(code).as(err.toString()).isEqualTo(2);
        assertThat(err.toString()).contains("can't be checked: ").contains(why);
        assertThat(err.toString().lines()).as("no trace").hasSize(1);
    }
}
