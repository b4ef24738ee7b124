package dev.hotlane.protocol.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Frame;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Samples;
import dev.hotlane.protocol.Samples.Sample;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.OpKind;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordJsonTest {
    private final RecordJson json = new RecordJson();

    @Test
    void aCommandIsShownInTheWordsOfTheContract() {
        Command command = Command.transact(Op.add("stock:a", -1).arg(ArgName.MAX, 5));
        byte[] value = new RecordWriter().command(Samples.ID, new Routing(1, 2, 3, 4), command, new byte[0]);

        assertThat(json.line(12, 1_700_000_000_123L, Samples.ID, value))
                .isEqualTo("{\"offset\":12,\"time\":\"2023-11-14T22:13:20.123Z\",\"timeMs\":1700000000123,"
                        + "\"kind\":\"COMMAND\",\"id\":\"01936f2e-7a10-7c3d-8e4f-0123456789ab\",\"command\":\"transact\","
                        + "\"ops\":[{\"op\":\"add\",\"key\":\"stock:a\",\"delta\":-1,\"max\":5}],\"format\":1,"
                        + "\"gateway\":\"00000000000000010000000000000002\",\"request\":3,\"replyPartition\":4}");
    }

    @Test
    void everyRecordIsOneLineOfJson() {
        Samples.records().forEach((name, sample) -> {
            String line = json.line(1, 2, sample.key(), sample.value());
            assertThat(line).as(name).doesNotContain("\n");
            assertThat(Lines.read(line)).as(name).containsEntry("/offset", "1").containsKey("/kind");
        });
    }

    @Test
    void aKeyCantSteerTheTerminal() {
        String hostile = "a\u001b[2Jb\n\"\\\u0085\u202e\u2028\u007fü日";
        String line = keyed(hostile.getBytes(UTF_8));

        assertThat(Lines.read(line)).containsEntry("/ops/0/key", hostile);
        assertThat(line)
                .contains("a\\u001b[2Jb\\u000a\\\"\\\\\\u0085\\u202e\\u2028\\u007fü日")
                .matches("[^\\p{Cntrl}\\p{Cf}\\u2028]*");
    }

    @Test
    void aKeyThatIsNoTextIsShownInHex() {
        assertThat(keyed(new byte[] {(byte) 0xC3, 0x28, 0})).contains("\"key\":{\"hex\":\"c32800\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "'', no magic 'HL' at the start",
        "484c, shorter than a frame and a message header (16 bytes)",
        "484c0200000000000000000000000000, 'frame version 2.0, expected 1.0'",
        "484c0100000000000000000000000000, checksum does not fit value and key",
    })
    void garbageIsShownAsSuchAndSaysWhy(String hex, String why) {
        byte[] value = HexFormat.of().parseHex(hex);
        assertThat(Lines.read(json.line(5, 6, null, value)))
                .containsEntry("/kind", "GARBAGE")
                .containsEntry("/why", why)
                .containsEntry("/bytes", Integer.toString(value.length))
                .containsEntry("/hex", hex);
    }

    @Test
    void garbageMayHaveNoValueAtAll() {
        assertThat(Lines.read(json.line(5, -1, "k\n".getBytes(UTF_8), null)))
                .containsEntry("/kind", "GARBAGE")
                .containsEntry("/why", "no value")
                .containsEntry("/key", "k\n");
    }

    @Test
    void onlyTheBeginningOfGarbageIsShown() {
        String line = json.line(5, 6, null, "x".repeat(100).getBytes(UTF_8));
        assertThat(Lines.read(line)).containsEntry("/bytes", "100").containsEntry("/hex", "78".repeat(64));
    }

    @Test
    void wellFramedMessagesThatNobodyKnowsAreGarbage() {
        assertThat(resealed(10, 99).get("/why")).startsWith("unknown message").contains("message 99");
        assertThat(resealed(12, 99)).containsEntry("/why", "schema 7779, expected 7701");
    }

    @Test
    void aCommandThatIsNoneShowsItsFaultAndItsBytes() {
        byte[] value = Samples.records().get("transact-add").value().clone();
        value[42] = 9;
        new Frame().seal(value, value.length, Samples.ID);
        assertThat(Lines.read(json.line(1, 2, Samples.ID, value)))
                .containsEntry("/fault", "UNSUPPORTED")
                .containsEntry("/command", "9")
                .containsEntry("/bytes", Integer.toString(value.length))
                .containsEntry("/request", "42");
    }

    @Test
    void aValueAloneIsShownButItsChecksumIsNotChecked() {
        Sample command = Samples.records().get("hold");
        assertThat(Lines.read(json.valueLine(command.value())))
                .containsEntry("/kind", "COMMAND")
                .containsEntry("/ops/0/key", "stock:a")
                .containsEntry("/checksum", "not checked")
                .doesNotContainKey("/id");
        assertThat(Lines.read(json.valueLine(Samples.records().get("tick").value())))
                .containsEntry("/kind", "TICK")
                .containsEntry("/checksum", "ok");
        byte[] damaged = Samples.records().get("tick").value().clone();
        damaged[20] ^= 1;
        assertThat(Lines.read(json.valueLine(damaged)))
                .containsEntry("/kind", "GARBAGE")
                .containsEntry("/why", "checksum does not fit value and key");
        assertThat(Lines.read(json.valueLine(null))).containsEntry("/why", "no value");
    }

    @Test
    void tellsTheTraceOfTheOneReadItWasGivenFor() {
        String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        RecordWriter writer = new RecordWriter();
        byte[] traced = writer.traced(trace.getBytes(UTF_8)).readCounters(new Routing(1, 2, 3, 4), List.of());
        byte[] untraced = writer.readCounters(new Routing(1, 2, 4, 4), List.of());
        assertThat(Lines.read(json.line(1, 2, null, traced))).containsEntry("/traceparent", trace);
        assertThat(Lines.read(json.line(2, 2, null, untraced))).doesNotContainKey("/traceparent");
    }

    private Map<String, String> resealed(int at, int with) {
        byte[] value = Samples.records().get("skip").value().clone();
        value[at] = (byte) with;
        new Frame().seal(value, value.length, null);
        return Lines.read(json.line(1, 2, null, value));
    }

    private String keyed(byte[] key) {
        Command command = Command.transact(new Op(OpKind.CHECK, key));
        byte[] value = new RecordWriter().command(Samples.ID, new Routing(1, 2, 3, 4), command, new byte[0]);
        return json.line(12, 1_700_000_000_123L, Samples.ID, value);
    }
}
