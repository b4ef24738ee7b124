package dev.hotlane.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.OpKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReservationCallsTest {
    private static final byte[] ID = {'i', 'd'};
    private static final byte[] HOLD = {'h', '1'};
    private static final CallInput.Limits LIMITS = new CallInput.Limits(1_000);
    private static final String LINE = "\"lines\":[{\"key\":\"s\",\"quantity\":1}]";

    private final RecordWriter writer = new RecordWriter();
    private final RecordView view = new RecordView();

    @Test
    void ordersTheOpsOfAReservationWithTheCheapGuardsFirst() {
        CommandView command = encoded(new Reserve(), """
                {"lines":[{"key":"s1","quantity":2},{"key":"s2","quantity":3,"min":-5},
                          {"key":"s3","quantity":1,"min":null}],
                 "limits":[{"key":"l","quantity":2,"max":4}],
                 "takes":[{"key":"t","tokens":1,"count":10,"periodMs":1000,"burst":20}],
                 "checks":[{"key":"c","min":1,"notBefore":5}],
                 "ttlMs":600000,"owner":"u\u00e47"}""");

        assertThat(command.fault()).isEqualTo(Verdict.OK);
        assertThat(command.kind()).isEqualTo(CommandKind.TRANSACT.value());
        assertThat(command.hold()).isTrue();
        assertThat(command.ttlMs()).isEqualTo(600_000);
        assertThat(new String(command.bytes(), command.ownerOffset(), command.ownerLength(), StandardCharsets.UTF_8))
                .isEqualTo("u\u00e47");
        assertOp(command, 0, OpKind.CHECK, "c", ArgName.NOT_BEFORE, 5);
        assertOp(command, 1, OpKind.TAKE, "t", ArgName.BURST, 20);
        assertOp(command, 2, OpKind.ADD, "l", ArgName.DELTA, 2);
        assertThat(command.arg(2, ArgName.MAX.value())).isEqualTo(4);
        assertOp(command, 3, OpKind.ADD, "s1", ArgName.DELTA, -2);
        assertThat(command.has(3, ArgName.MIN.value())).isFalse();
        assertOp(command, 4, OpKind.ADD, "s2", ArgName.MIN, -5);
        assertThat(command.opFlags(5)).isEqualTo(Op.NO_MIN);
    }

    private static void assertOp(CommandView command, int i, OpKind kind, String key, ArgName name, long value) {
        assertThat(command.opKind(i)).isEqualTo(kind.value());
        assertThat(new String(command.bytes(), command.keyOffset(i), command.keyLength(i), StandardCharsets.UTF_8))
                .isEqualTo(key);
        assertThat(command.arg(i, name.value())).isEqualTo(value);
    }

    @Test
    void confirmsAllOrWhatIsNamed() {
        for (String all : new String[] {"", "{}"}) {
            CommandView command = encoded(ReservationChange.CONFIRM, all);
            assertThat(command.kind()).isEqualTo(CommandKind.CONFIRM.value());
            assertThat(command.opCount()).isZero();
            assertThat(target(command)).isEqualTo("h1");
        }
        CommandView partly = encoded(
                ReservationChange.CONFIRM,
                "{\"lines\":[{\"quantity\":2,\"key\":\"a\"},{\"key\":\"a\",\"quantity\":1}]}");
        assertOp(partly, 0, OpKind.LINE, "a", ArgName.QUANTITY, 2);
        assertThat(partly.opCount()).isEqualTo(2);
    }

    @Test
    void cancelsExtendsAndAbandonsWhatThePathNames() {
        assertThat(encoded(ReservationChange.CANCEL, "{}").kind()).isEqualTo(CommandKind.CANCEL.value());
        CommandView extend = encoded(ReservationChange.EXTEND, "{\"ttlMs\":86400000}");
        assertThat(extend.kind()).isEqualTo(CommandKind.EXTEND.value());
        assertThat(extend.ttlMs()).isEqualTo(86_400_000);
        CommandView abandon = encoded(new Abandon(), "");
        assertThat(abandon.kind()).isEqualTo(CommandKind.ABANDON.value());
        assertThat(target(abandon)).isEqualTo("h1");
        assertThatThrownBy(() -> new Abandon().ask(new CallInput(HOLD, HOLD, null, null, LIMITS, false), new byte[0]))
                .hasMessageStartingWith("the body: an abandon is a command of its own");
    }

    @Test
    void aCallOnAReservationMayNameItsOwner() {
        for (Call call : List.of(ReservationChange.CONFIRM, ReservationChange.CANCEL)) {
            assertThat(owner(encoded(call, "{\"owner\":\"u7\"}"))).isEqualTo("u7");
            assertThat(owner(encoded(call, "{}"))).isEmpty();
            assertRefused(call, "{\"owner\":\"\"}", "/owner: an owner has 1 to 200 UTF-8 bytes, this one has 0");
            assertRefused(call, "{\"owner\":\"a\",\"owner\":\"a\"}", "/owner: the field is there twice");
        }
        assertThat(owner(encoded(ReservationChange.EXTEND, "{\"owner\":\"u7\",\"ttlMs\":5}")))
                .isEqualTo("u7");
        assertRefused(new Abandon(), "{\"owner\":\"u7\"}", "/owner: unknown field; known here: none");
    }

    private static String owner(CommandView command) {
        return new String(command.bytes(), command.ownerOffset(), command.ownerLength(), StandardCharsets.UTF_8);
    }

    private static String target(CommandView command) {
        return new String(command.bytes(), command.targetOffset(), command.targetLength(), StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {}                                        | the body: a reservation has "lines": at least one
                    {"lines":[],"ttlMs":1} | the body: a reservation has "lines": at least one
                    {"lines":[{"key":"s","quantity":1}]} | the body: a reservation has "ttlMs": at least 1
                    {"lines":{}} | /lines: expected an array
                    {"lines":[1]} | /lines/0: expected an object
                    {"lines":[{"quantity":1}]} | /lines/0: a line has "key" and "quantity"; missing here
                    {"lines":[{"key":"s"}]} | /lines/0: a line has "key" and "quantity"; missing here
                    {"lines":[{"key":"s","quantity":0}]} | /lines/0/quantity: a quantity is at least 1
                    {"lines":[{"key":"s","quantity":-1}]} | /lines/0/quantity: a quantity is at least 1
                    {"lines":[{"key":"s","quantity":1.0}]} | /lines/0/quantity: expected a whole number, found
                    {"lines":[{"key":"s","quantity":1e3}]} | /lines/0/quantity: expected a whole number
                    {"lines":[{"key":"s","quantity":9223372036854775808}]} | /lines/0/quantity: a number must fit
                    {"lines":[{"key":"s","key":"s"}]} | /lines/0/key: the field is there twice
                    {"lines":[{"key":"","quantity":1}]} | /lines/0/key: a key has 1 to 200 UTF-8 bytes, this one has 0
                    {"lines":[{"key":"s","max":1}]} | /lines/0/max: unknown field; known here: key, quantity, min
                    {"limits":[{"key":"s","min":1}]} | /limits/0/min: unknown field; known here: key, quantity, max
                    {"limits":[{"key":"s","quantity":1}]} | /limits/0: a limit needs "max"
                    {"limits":[{"key":"s","quantity":1,"max":null}]} | /limits/0/max: expected a whole number
                    {"checks":[{"op":"check","key":"s"}]} | /checks/0/op: unknown field; known here: key, min, max
                    {"checks":[{"min":1}]} | /checks/0: check needs "key"
                    {"checks":[{"key":"c","delta":1}]} | /checks/0: check does not take "delta"
                    {"takes":[{"key":"t","tokens":1}]} | /takes/0: take needs "count"
                    {"takes":[{"key":"t","tokens":3,"count":1,"periodMs":1,"burst":2}]} | /takes/0: "tokens" of a take must be 0 to burst
                    {"ttlMs":0} | /ttlMs: expected at least 1 millisecond
                    {"ttlMs":1,"ttlMs":1} | /ttlMs: the field is there twice
                    {"owner":""} | /owner: an owner has 1 to 200 UTF-8 bytes, this one has 0
                    {"owner":null} | /owner: expected a string, found null
                    {"id":"x"} | /id: unknown field; known here: lines, limits, checks
                    """)
    void saysWhatIsWrongWithAReservationAndWhere(String body, String detail) {
        assertRefused(new Reserve(), body, detail);
    }

    @Test
    void bindsOwnersKeysAndTheSumOfAllOps() {
        String owner = "\u00e4".repeat(100);
        assertThat(encoded(new Reserve(), "{" + LINE + ",\"ttlMs\":1,\"owner\":\"" + owner + "\"}")
                        .ownerLength())
                .isEqualTo(200);
        assertRefused(new Reserve(), "{\"owner\":\"" + owner + "x\"}", "/owner: an owner has 1 to 200 UTF-8 bytes");
        String body = "{\"limits\":[" + "{\"key\":\"l\",\"quantity\":1,\"max\":9},".repeat(30)
                + "{\"key\":\"l\",\"quantity\":1,\"max\":9}],\"checks\":[" + "{\"key\":\"c\"},".repeat(31)
                + "{\"key\":\"c\"}],\"ttlMs\":1,\"lines\":[{\"key\":\"s\",\"quantity\":1}";
        assertThat(encoded(new Reserve(), body + "]}").opCount()).isEqualTo(64);
        assertRefused(
                new Reserve(),
                body + ",{\"key\":\"s\",\"quantity\":1}]}",
                "/lines/1: lines, limits, checks and takes are at most 64 together");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {"lines":[]} | /lines: expected at least one line; leave "lines" out
                    {"lines":null} | /lines: expected an array
                    {"lines":[{"key":"a"}]} | /lines/0: a line has "key" and "quantity"
                    {"lines":[{"key":"a","quantity":0}]} | /lines/0/quantity: a quantity is at least 1
                    {"lines":[{"key":"a","min":0}]} | /lines/0/min: unknown field; known here: key, quantity
                    {"all":true} | /all: unknown field; known here: lines
                    """)
    void saysWhatIsWrongWithAConfirm(String body, String detail) {
        assertRefused(ReservationChange.CONFIRM, body, detail);
        assertRefused(ReservationChange.CANCEL, "{\"lines\":[]}", "/lines: unknown field; known here: owner");
        assertRefused(ReservationChange.EXTEND, "{}", "the body: an extend has \"ttlMs\": at least 1");
        assertRefused(ReservationChange.EXTEND, "{\"ttlMs\":-1}", "/ttlMs: expected at least 1 millisecond");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "\u00e4", "12345678901234567890123456789012345678901234567890123456789012345"})
    void refusesPathsThatNameNoReservation(String id) {
        CallInput in = new CallInput(ID, id.getBytes(StandardCharsets.UTF_8), null, null, LIMITS, false);
        assertThatThrownBy(() -> ReservationChange.CANCEL.ask(in, new byte[0]))
                .hasMessageStartingWith("the path: an id has 1 to 64 visible ASCII characters");
        assertThatThrownBy(() -> new ReservationRead().ask(in, new byte[0])).isInstanceOf(RequestRefused.class);
    }

    @Test
    void refusesPreconditionsRatherThanIgnoreThem() {
        CallInput in = new CallInput(ID, HOLD, "\"1\"", null, LIMITS, false);
        String body = "{" + LINE + ",\"ttlMs\":1}";
        assertThatThrownBy(() -> new Reserve().ask(in, body.getBytes(StandardCharsets.UTF_8)))
                .hasMessageStartingWith("a reservation takes no If-Match");
        assertThatThrownBy(() -> ReservationChange.CANCEL.ask(in, new byte[0]))
                .hasMessageStartingWith("a cancel takes no If-Match");
        assertThatThrownBy(() -> new Abandon().ask(in, new byte[0])).hasMessageStartingWith("an abandon takes no");
    }

    @Test
    void locatesAReservationWhateverItsIdIsMadeOf() {
        LogRequest question = new Reserve()
                .ask(
                        new CallInput("a/b%~?\"".getBytes(StandardCharsets.US_ASCII), null, null, null, LIMITS, false),
                        ("{" + LINE + ",\"ttlMs\":1}").getBytes(StandardCharsets.UTF_8));
        assertThat(new Reserve().location(question)).isEqualTo("/v1/reservations/a%2Fb%25~%3F%22");
        assertThat(new Reserve().status()).isEqualTo(201);
    }

    private void assertRefused(Call call, String body, String detail) {
        assertThatThrownBy(() -> ask(call, body))
                .isInstanceOfSatisfying(
                        RequestRefused.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(Code.MALFORMED))
                .hasMessageStartingWith(detail);
    }

    private static LogRequest ask(Call call, String body) {
        return call.ask(new CallInput(ID, HOLD, null, null, LIMITS, false), body.getBytes(StandardCharsets.UTF_8));
    }

    private CommandView encoded(Call call, String body) {
        byte[] value = ask(call, body).encode(writer, new Routing(1, 2, 3, 4), new byte[0]);
        assertThat(view.wrap(ID, value)).isEqualTo(RecordKind.COMMAND);
        return view.command();
    }
}
