package dev.hotlane.protocol.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.ReplySamples;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Samples;
import dev.hotlane.protocol.Samples.Sample;
import dev.hotlane.protocol.ViewSamples;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.MessageFormatter;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class FormatterTest {
    @Test
    void commandsAreWrittenInUtf8WhateverTheLocale() {
        Sample sample = Samples.records().get("transact-set");
        assertThat(written(new CommandFormatter(), sample.key(), sample.value()))
                .isEqualTo(new RecordJson().line(8, 1_700_000_000_000L, sample.key(), sample.value()) + "\n")
                .contains("grüße");
    }

    @Test
    void repliesAreWrittenOneALine() {
        byte[] packed = ReplySamples.records().get("packed");
        assertThat(written(new ReplyFormatter(), null, packed).lines())
                .hasSize(8)
                .allSatisfy(line -> assertThat(Lines.read(line))
                        .containsEntry("/partition", "3")
                        .containsEntry("/offset", "8"));
    }

    @Test
    void ofAViewOnlyTheCountersAskedForAreWritten() {
        byte[] view = ViewSamples.records().get("view");
        ViewFormatter formatter = new ViewFormatter();
        assertThat(written(formatter, null, view)).isEqualTo(new ViewJson().line(8, 1_700_000_000_000L, view) + "\n");
        formatter.configure(Map.of("keys", "stock:gone,stock:a"));
        assertThat(written(formatter, null, view))
                .contains("\"key\":\"stock:a\"", "{\"key\":\"stock:gone\",\"removed\":true}")
                .doesNotContain("bucket:b");
        assertThat(written(formatter, null, ViewSamples.records().get("view-nothing")))
                .isEmpty();
        assertThat(written(formatter, null, "noise".getBytes(UTF_8))).isEmpty();
        refused(formatter, "kinds", "VIEW", "no property kinds. Its properties: keys, pretty.");
    }

    @Test
    void garbageIsALineToo() {
        byte[] noise = "hello".getBytes(UTF_8);
        assertThat(written(new CommandFormatter(), null, noise))
                .contains("\"kind\":\"GARBAGE\"")
                .endsWith("}\n");
        assertThat(written(new ReplyFormatter(), null, noise))
                .contains("\"kind\":\"GARBAGE\"")
                .endsWith("}\n");
        assertThat(written(new ReplyFormatter(), null, null)).contains("no value");
        assertThat(written(new ViewFormatter(), null, noise))
                .contains("GARBAGE")
                .endsWith("}\n");
    }

    @Test
    void onlyTheKindsAskedForAreWritten() {
        CommandFormatter formatter = new CommandFormatter();
        formatter.configure(Map.of("kinds", "command, Rules"));

        assertThat(kinds(formatter)).containsOnly("COMMAND", "RULES");
        formatter.configure(Map.of());
        assertThat(kinds(formatter)).contains("COMMAND", "READ", "TICK", "LEAD", "RESIGN", "RULES", "SKIP");
    }

    @Test
    void onlyRecordsThatNameOneOfTheKeysAreWritten() {
        byte[] onA = transact(Op.add("stock:a", 1), Op.add("stock:b", 1));
        byte[] onC = transact(Op.add("stock:c", 1));
        byte[] onD = transact(Op.add("stock:ab", 1));
        CommandFormatter formatter = new CommandFormatter();
        formatter.configure(Map.of("keys", "stock:b,stock:c"));

        assertThat(written(formatter, Samples.ID, onA)).contains("\"key\":\"stock:b\"");
        assertThat(written(formatter, Samples.ID, onC)).contains("\"key\":\"stock:c\"");
        assertThat(written(formatter, Samples.ID, onD)).isEmpty();
        assertThat(written(formatter, null, "noise".getBytes(UTF_8))).isEmpty();
    }

    @Test
    void prettyRecordsAreTheSameJsonOnSeveralLines() {
        CommandFormatter plain = new CommandFormatter();
        CommandFormatter pretty = new CommandFormatter();
        pretty.configure(Map.of("pretty", "true"));
        Samples.records().forEach((name, sample) -> {
            String spread = written(pretty, sample.key(), sample.value());
            assertThat(spread).as(name).startsWith("{\n  \"offset\": 8,\n").endsWith("\n}\n\n");
            assertThat(Lines.read(spread)).as(name).isEqualTo(Lines.read(written(plain, sample.key(), sample.value())));
        });
        ReplyFormatter replies = new ReplyFormatter();
        replies.configure(Map.of("pretty", "true", "kinds", "beat"));
        assertThat(written(replies, null, ReplySamples.records().get("packed")))
                .contains("  \"kind\": \"BEAT\"")
                .doesNotContain("REPLY");
        assertThat(PrettyJson.of("{\"a\":[],\"b\":\"{\\\",\",\"c\":[1,2]}"))
                .isEqualTo("{\n  \"a\": [],\n  \"b\": \"{\\\",\",\n  \"c\": [\n    1,\n    2\n  ]\n}\n");
    }

    @Test
    void repliesAreWrittenWithoutTheBeatsIfAskedFor() {
        ReplyFormatter formatter = new ReplyFormatter();
        formatter.configure(Map.of("kinds", "REPLY,GARBAGE"));

        assertThat(written(formatter, null, ReplySamples.records().get("packed"))
                        .lines())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(Lines.read(line)).containsEntry("/kind", "REPLY"));
        assertThat(written(formatter, null, "hello".getBytes(UTF_8))).contains("GARBAGE");
    }

    @Test
    void unknownPropertiesKindsAndValuesAreRefusedWithThoseThatThereAre() {
        refused(new CommandFormatter(), "kind", "TICK", "no property kind. Its properties: kinds, keys, pretty.");
        refused(new ReplyFormatter(), "keys", "stock:a", "no property keys. Its properties: kinds, pretty.");
        refused(
                new CommandFormatter(),
                "kinds",
                "COMMAND,BEAT",
                "No kind of record is called BEAT (property kinds). The kinds: COMMAND, READ, TICK, LEAD, RESIGN,"
                        + " RULES, SKIP, GARBAGE.");
        refused(new ReplyFormatter(), "kinds", "TICK", "The kinds: REPLY, BEAT, HALTED, UNKNOWN, GARBAGE.");
        refused(new CommandFormatter(), "kinds", "", "none of them empty");
        refused(new CommandFormatter(), "keys", "stock:a,,stock:b", "keys=stock:a,,stock:b");
        refused(new CommandFormatter(), "pretty", "yes", "pretty=yes: the values are true and false.");
    }

    @Test
    void theDecoderOfDumpLogReadsEveryTopicAndNeverThrows() {
        RecordDecoder decoder = new RecordDecoder();
        Samples.records()
                .forEach((name, sample) -> assertThat(decoder.fromBytes(sample.value()))
                        .as(name)
                        .isEqualTo(new RecordJson().valueLine(sample.value())));
        assertThat(decoder.fromBytes(ReplySamples.records().get("packed")))
                .contains("\"kind\":\"REPLY\"", "} {", "\"kind\":\"BEAT\"");
        ViewSamples.records()
                .forEach((name, value) -> assertThat(decoder.fromBytes(value))
                        .as(name)
                        .isEqualTo(new ViewJson().valueLine(value))
                        .startsWith("{\"kind\":\"VIEW\""));
        assertThat(decoder.fromBytes(null)).contains("no value");
        assertThat(decoder.fromBytes("HL and no more than that".getBytes(UTF_8)))
                .contains("GARBAGE");
    }

    private static void refused(MessageFormatter formatter, String property, String value, String message) {
        assertThatThrownBy(() -> formatter.configure(Map.of(property, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    private static Set<String> kinds(MessageFormatter formatter) {
        Set<String> kinds = new TreeSet<>();
        Samples.records()
                .values()
                .forEach(sample -> written(formatter, sample.key(), sample.value())
                        .lines()
                        .forEach(line -> kinds.add(Lines.read(line).get("/kind"))));
        return kinds;
    }

    private static byte[] transact(Op... ops) {
        return new RecordWriter().command(Samples.ID, new Routing(1, 2, 3, 0), Command.transact(ops), new byte[0]);
    }

    private static String written(MessageFormatter formatter, byte[] key, byte[] value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream ascii = new PrintStream(bytes, true, US_ASCII);
        ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>(
                "hotlane.commands",
                3,
                8,
                1_700_000_000_000L,
                TimestampType.LOG_APPEND_TIME,
                0,
                0,
                key,
                value,
                new RecordHeaders(),
                Optional.empty());
        formatter.writeTo(record, ascii);
        ascii.flush();
        return bytes.toString(UTF_8);
    }
}
