package dev.hotlane.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.hotlane.gateway.Seed;
import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Gcra;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.MessageHeaderDecoder;
import dev.hotlane.protocol.sbe.OpKind;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransactionsTest {
    private static final int BAD_BODIES = 40_000;
    private static final int RANDOM_BODIES = 20_000;
    private static final byte[] ID = {'i', 'd'};

    private final Transactions transactions = new Transactions();
    private final RecordWriter writer = new RecordWriter();
    private final RecordView view = new RecordView();

    @Test
    void encodesAllArgumentsOfEveryOp() {
        CommandView command = encoded("""
                {"ops":[
                  {"op":"add","key":"a","delta":-1,"min":-5,"max":9,"clamp":true},
                  {"op":"add","key":"b","delta":2,"min":null},
                  {"op":"set","key":"c","value":5,"ifValue":4,"ifVersion":3,"ifAbsent":true,"basis":"onHand"},
                  {"op":"check","key":"d","min":1,"max":2,"ifValue":3,"ifVersion":4,"notBefore":5,"notAfter":6},
                  {"op":"take","key":"e","tokens":1,"count":10,"periodMs":1000,"burst":20},
                  {"op":"remove","key":"f","ifValue":7,"ifVersion":8}]}""");

        assertOp(command, 0, OpKind.ADD, Op.CLAMP, Map.of(ArgName.DELTA, -1L, ArgName.MIN, -5L, ArgName.MAX, 9L));
        assertOp(command, 1, OpKind.ADD, Op.NO_MIN, Map.of(ArgName.DELTA, 2L));
        Map<ArgName, Long> set = Map.of(ArgName.VALUE, 5L, ArgName.IF_VALUE, 4L, ArgName.IF_VERSION, 3L);
        assertOp(command, 2, OpKind.SET, Op.IF_ABSENT | Op.ON_HAND, set);
        Map<ArgName, Long> check = Map.of(
                ArgName.MIN,
                1L,
                ArgName.MAX,
                2L,
                ArgName.IF_VALUE,
                3L,
                ArgName.IF_VERSION,
                4L,
                ArgName.NOT_BEFORE,
                5L,
                ArgName.NOT_AFTER,
                6L);
        assertOp(command, 3, OpKind.CHECK, 0, check);
        Map<ArgName, Long> take =
                Map.of(ArgName.TOKENS, 1L, ArgName.COUNT, 10L, ArgName.PERIOD_MS, 1000L, ArgName.BURST, 20L);
        assertOp(command, 4, OpKind.TAKE, 0, take);
        assertOp(command, 5, OpKind.REMOVE, 0, Map.of(ArgName.IF_VALUE, 7L, ArgName.IF_VERSION, 8L));
    }

    private static void assertOp(CommandView command, int i, OpKind kind, int flags, Map<ArgName, Long> args) {
        assertThat(command.opKind(i)).isEqualTo(kind.value());
        assertThat(command.opFlags(i)).isEqualTo(flags);
        for (ArgName name : ArgName.values()) {
            if (name != ArgName.NULL_VAL) {
                assertThat(command.has(i, name.value()))
                        .as("op %d has %s", i, name)
                        .isEqualTo(args.containsKey(name));
            }
        }
        args.forEach((name, value) -> assertThat(command.arg(i, name.value())).isEqualTo(value));
    }

    /** A bucket's state is a time in ns: answers have the tokens too, and of a clamp what it applied. */
    @Test
    void writesResultsInTheTermsOfTheirOps() {
        LogRequest question = ask("""
                {"ops":[{"op":"take","key":"b","tokens":2,"count":10,"periodMs":1000,"burst":5},
                        {"op":"add","key":"s","delta":-9,"clamp":true},
                        {"op":"add","key":"s","delta":1}]}""".getBytes(StandardCharsets.UTF_8));
        long now = Gcra.nanos(5_000);
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);
        ReplyWriter replies =
                new ReplyWriter().begin(buffer, 0).verdict(Verdict.OK, 9, 5_000).results(3);
        replies.result(now + 100_000_000, now + 300_000_000, 9);
        replies.result(4, 0, 9);
        replies.result(0, 1, 9);
        replies.end();
        JsonText out = new JsonText();
        transactions.answer(
                question, new ReplyDecoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderDecoder()), out);
        assertThat(out.toString())
                .contains("\"version\":9,\"remaining\":2,\"resetAfterMs\":300},")
                .endsWith("{\"key\":\"s\",\"previous\":4,\"value\":0,\"version\":9,\"applied\":-4},"
                        + "{\"key\":\"s\",\"previous\":0,\"value\":1,\"version\":9}]}");
    }

    @Test
    void givesEqualCommandsEqualFingerprintsWhateverTheirForm() {
        long first = encoded("{\"ops\":[{\"op\":\"add\",\"key\":\"\u00e4\",\"delta\":1}]}")
                .fingerprint();
        long second = encoded(
                        " {\"ops\" : [ {\"delta\":1,\"clamp\":false,\"min\":0,\"key\":\"\\u00e4\",\"op\":\"add\"} ] } ")
                .fingerprint();
        assertThat(second).isEqualTo(first);
    }

    /** Goal: whatever the contract allows is taken and reaches the processor as a sound command. */
    @Test
    void takesEveryValidBody() {
        RandomBodies bodies = new RandomBodies(Seed.random());
        for (int i = 0; i < RANDOM_BODIES; i++) {
            String body = RandomBodies.body(bodies.ops(5));
            assertThat(encoded(body).fault()).as(body).isEqualTo(Verdict.OK);
        }
    }

    /** Goal: nothing with a fault becomes a command. Method: valid bodies, each spoiled in one of 16 ways. */
    @Test
    void refusesEverySpoiledBody() {
        SpoiledBodies bodies = new SpoiledBodies(Seed.random());
        for (int i = 0; i < BAD_BODIES; i++) {
            byte[] body = bodies.next();
            assertThatThrownBy(() -> ask(body))
                    .as(new String(body, 0, Math.min(300, body.length), StandardCharsets.UTF_8))
                    .isInstanceOfSatisfying(RequestRefused.class, TransactionsTest::isMalformedWithAPlace);
        }
    }

    /** Goal: bytes of any kind end as a command or as MALFORMED, never as a fault. Method: flipped bits. */
    @Test
    void survivesFlippedBits() {
        Random random = Seed.random();
        RandomBodies bodies = new RandomBodies(random);
        for (int i = 0; i < RANDOM_BODIES; i++) {
            byte[] body = RandomBodies.body(bodies.ops(2)).getBytes(StandardCharsets.UTF_8);
            for (int flips = random.nextInt(4); flips >= 0; flips--) {
                body[random.nextInt(body.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Throwable thrown = catchThrowable(() -> ask(body));
            if (thrown != null) {
                assertThat(thrown)
                        .isInstanceOfSatisfying(RequestRefused.class, TransactionsTest::isMalformedWithAPlace);
            }
        }
    }

    private static void isMalformedWithAPlace(RequestRefused refusal) {
        assertThat(refusal.code()).isEqualTo(Code.MALFORMED);
        assertThat(refusal.getMessage())
                .hasSizeBetween(20, 500)
                .containsPattern("(at|see) byte \\d+|^the body: a transaction has");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"ops":[{"op":"add","key":"a","delta":1.5}]} | /ops/0/delta: expected a whole number
                    {"ops":[{"op":"add","key":"a","delta":1,"delta":1}]} | /ops/0/delta: the field is there twice
                    {"ops":[{"op":"add","key":"a"}]} | /ops/0: add needs "delta"
                    {"ops":[{"op":"set","key":"a","value":1,"max":2}]} | /ops/0: set does not take "max"
                    {"ops":[{"op":"add","key":"a","delta":9223372036854775808}]} | /ops/0/delta: a number must fit
                    {"ops":[{"op":"add","key":"","delta":1}]} | /ops/0/key: a key has 1 to 200 UTF-8 bytes
                    {"ops":[{"op":"hold","key":"a"}]} | /ops/0/op: expected one of add, set, check, take, remove
                    {"ops":[{"op":"add","key":"a","delta":1}],"x":1} | /x: unknown field; known here: ops
                    {"ops":[{"op":"add","key":"a","delta":1}]}{} | the body: something follows the document
                    """)
    void saysWhatIsWrongAndWhere(String body, String detail) {
        assertThatThrownBy(() -> ask(body.getBytes(StandardCharsets.UTF_8))).hasMessageStartingWith(detail);
    }

    private LogRequest ask(byte[] body) {
        return transactions.ask(new CallInput(ID, null, null, null, CallInput.Limits.CONTRACT, false), body);
    }

    private CommandView encoded(String body) {
        byte[] value = ask(body.getBytes(StandardCharsets.UTF_8)).encode(writer, new Routing(1, 2, 3, 4), new byte[0]);
        assertThat(view.wrap(ID, value)).isEqualTo(RecordKind.COMMAND);
        return view.command();
    }
}
