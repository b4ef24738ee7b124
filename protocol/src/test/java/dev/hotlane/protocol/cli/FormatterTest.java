package dev.hotlane.protocol.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.ReplySamples;
import dev.hotlane.protocol.Samples;
import dev.hotlane.protocol.Samples.Sample;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Optional;
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
    void garbageIsALineToo() {
        byte[] noise = "hello".getBytes(UTF_8);
        assertThat(written(new CommandFormatter(), null, noise))
                .contains("\"kind\":\"GARBAGE\"")
                .endsWith("}\n");
        assertThat(written(new ReplyFormatter(), null, noise))
                .contains("\"kind\":\"GARBAGE\"")
                .endsWith("}\n");
        assertThat(written(new ReplyFormatter(), null, null)).contains("no value");
    }

    @Test
    void theDecoderOfDumpLogReadsBothTopicsAndNeverThrows() {
        RecordDecoder decoder = new RecordDecoder();
        Samples.records()
                .forEach((name, sample) -> assertThat(decoder.fromBytes(sample.value()))
                        .as(name)
                        .isEqualTo(new RecordJson().valueLine(sample.value())));
        assertThat(decoder.fromBytes(ReplySamples.records().get("packed")))
                .contains("\"kind\":\"REPLY\"", "} {", "\"kind\":\"BEAT\"");
        assertThat(decoder.fromBytes(null)).contains("no value");
        assertThat(decoder.fromBytes("HL and no more than that".getBytes(UTF_8)))
                .contains("GARBAGE");
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
