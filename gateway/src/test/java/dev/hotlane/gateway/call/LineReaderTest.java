package dev.hotlane.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.hotlane.gateway.Seed;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Sender;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineReaderTest {
    private static final int BAD_LINES = 20_000;
    private static final String OPS = "\"ops\":[{\"op\":\"add\",\"key\":\"a\",\"delta\":-1}]";

    private final LineReader reader = new LineReader();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":\"i-1\"," + OPS + "}",
                "{" + OPS + ",\"id\":\"i-1\"}",
                "{\"id\":\"i-1\",\"kind\":\"transaction\"," + OPS + "}",
                "{" + OPS + ",\"kind\":\"transaction\",\"id\":\"i-1\"} \r",
                "{\"\\u0069d\":\"i-1\",\"\\u006fps\":[{\"op\":\"add\",\"key\":\"a\",\"delta\":-1}]}"
            })
    void takesTheFieldsOfALineInAnyOrder(String line) {
        LogRequest question = read(line);
        assertThat(reader.id()).asString().isEqualTo("i-1");
        assertThat(question.id()).isSameAs(reader.id());
        assertThat(question.opCount()).isEqualTo(1);
        assertThat(reader.call()).isInstanceOf(Transactions.class);
    }

    @Test
    void readsARangeOfAChunk() {
        byte[] chunk = ("x\n{\"id\":\"i\"," + OPS + "}\ny").getBytes(StandardCharsets.UTF_8);
        LogRequest question = reader.read(Sender.NONE, chunk, 2, chunk.length - 2, CallInput.Limits.CONTRACT);
        assertThat(question.op(0).key()).asString().isEqualTo("a");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    []                             | the line: expected an object, found an array (at byte 0)
                    {"id":1}                       | /id: expected a string, found a whole number
                    {"id":""}                      | /id: an id has 1 to 64 visible ASCII characters
                    {"id":"a b"}                   | /id: an id has 1 to 64 visible ASCII characters
                    {"id":"a","id":"a"}            | /id: the field is there twice
                    {"id":"a","kind":"x"}          | /kind: expected one of transaction
                    {"id":"a","kind":"transaction"} | the line: a transaction has "ops": 1 to 64
                    {"id":"a","ops":[]}            | the line: a transaction has "ops": 1 to 64
                    {"id":"a","x":1}               | /x: unknown field; known here: ops
                    {"id":"a","ops":[               | /ops: not JSON: it ends too early
                    {"id":"a"}{}                   | the line: something follows the document
                    """)
    void saysWhatIsWrongWithALineAndWhere(String line, String detail) {
        assertThatThrownBy(() -> read(line))
                .isInstanceOfSatisfying(
                        RequestRefused.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(Code.MALFORMED))
                .hasMessageStartingWith(detail);
    }

    @Test
    void asksForAMissingIdOnceAllElseIsWell() {
        assertThatThrownBy(() -> read("{" + OPS + "}"))
                .isInstanceOfSatisfying(
                        RequestRefused.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(Code.IDEMPOTENCY_KEY_MISSING));
        assertThat(reader.id()).isNull();
    }

    @Test
    void forgetsTheLineBefore() {
        read("{\"id\":\"first\"," + OPS + "}");
        assertThat(catchThrowable(() -> read("{"))).isInstanceOf(RequestRefused.class);
        assertThat(reader.id()).isNull();
        assertThat(catchThrowable(() -> read("{\"id\":\"second\"}"))).isInstanceOf(RequestRefused.class);
        assertThat(reader.id()).asString().isEqualTo("second");
    }

    /** Goal: bytes of any kind end as a command or as a refusal, never as a fault. Method: flipped bits. */
    @Test
    void survivesFlippedBits() {
        Random random = Seed.random();
        RandomBodies bodies = new RandomBodies(random);
        RecordWriter writer = new RecordWriter();
        for (int i = 0; i < BAD_LINES; i++) {
            String body = RandomBodies.body(bodies.ops(2)).strip();
            byte[] line = ("{\"id\":\"i\"," + body.substring(1)).getBytes(StandardCharsets.UTF_8);
            for (int flips = random.nextInt(4); flips >= 0; flips--) {
                line[random.nextInt(line.length)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                reader.read(Sender.NONE, line, 0, line.length, CallInput.Limits.CONTRACT)
                        .encode(writer, new Routing(1, 2, 3, 4), new byte[0]);
            } catch (RequestRefused e) {
                assertThat(e.code()).isIn(Code.MALFORMED, Code.IDEMPOTENCY_KEY_MISSING);
                assertThat(e.getMessage()).hasSizeBetween(20, 500).doesNotContain("com.fasterxml", "Source:");
            }
        }
    }

    private LogRequest read(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        return reader.read(Sender.NONE, bytes, 0, bytes.length, CallInput.Limits.CONTRACT);
    }
}
