package dev.hotlane.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.MessageHeaderDecoder;
import dev.hotlane.protocol.sbe.OpKind;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RejectionTest {
    private static final byte[] ID = {'i'};
    private static final LogRequest QUESTION =
            LogRequest.command(Sender.NONE, ID, Command.transact(Op.check("first"), Op.add("st\"ock", -1)));

    @ParameterizedTest
    @EnumSource(value = Verdict.class, mode = EnumSource.Mode.EXCLUDE, names = "OK")
    void tellsEveryVerdictWithWordsAndPlace(Verdict verdict) {
        String text = written(
                verdict, QUESTION, writer -> writer.verdict(verdict, 7, 8).problem(1, 2, 3, 4, 5));
        assertThat(text)
                .startsWith("{\"type\":\"urn:hotlane:problem:")
                .contains("\"status\":" + verdict.httpStatus() + ",", "\"code\":\"" + verdict + '"', "\"offset\":7")
                .contains("\"failedOp\":1,\"key\":\"st\\\"ock\"")
                .containsPattern("\"detail\":\"op 1 \\(add on st\\\\\"ock\\): .{20,}\"")
                .endsWith("}");
    }

    @Test
    void speaksOfTheCounterWhereTheCallerNamedNoOp() {
        LogRequest increment = LogRequest.change(Sender.NONE, ID, Op.add("stock", -1), false);
        assertThat(written(
                        Verdict.INSUFFICIENT,
                        increment,
                        writer -> writer.verdict(Verdict.INSUFFICIENT, 7, 8).problem(0, 0, 0, 0, 0)))
                .contains(
                        "\"detail\":\"counter stock: The value would fall below 0, which an increment does not allow;")
                .contains("\"failedOp\":0,\"key\":\"stock\"");
        LogRequest take = LogRequest.change(Sender.NONE, ID, new Op(OpKind.TAKE, new byte[] {'b'}), false);
        assertThat(written(
                        Verdict.RATE_LIMITED,
                        take,
                        writer -> writer.verdict(Verdict.RATE_LIMITED, 7, 8).problem(0, 0, 0, 9, 0)))
                .contains("\"detail\":\"bucket b: The bucket has too few tokens now");
    }

    @ParameterizedTest
    @EnumSource(value = Verdict.class, mode = EnumSource.Mode.EXCLUDE, names = "OK")
    void tellsEveryVerdictOfNoOp(Verdict verdict) {
        String text = written(
                verdict, QUESTION, writer -> writer.verdict(verdict, 7, 8).problem(ReplyWriter.NO_OP, 0, 0, 0, 5));
        assertThat(text).contains("\"code\":\"" + verdict + '"').doesNotContain("failedOp", "\"key\"");
        assertThat(written(verdict, QUESTION, writer -> writer.verdict(verdict, 7, 8)))
                .contains("\"code\":\"" + verdict + '"');
    }

    /** The contract's table: which numbers each code tells, and none besides. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    MALFORMED         |
                    UNSUPPORTED       |
                    ID_REUSED         |
                    ID_EXPIRED        | horizon serverTime outcome
                    ID_IN_FUTURE      | horizon serverTime
                    NOT_FOUND         |
                    EXPIRED           | serverTime
                    ALREADY_CONFIRMED |
                    ALREADY_CANCELLED |
                    EXCEEDS_HELD      | available limit
                    EXISTS            | available
                    VERSION_MISMATCH  | available version
                    VALUE_MISMATCH    | available
                    NOT_OPEN          | limit serverTime
                    CLOSED            | limit serverTime
                    RATE_LIMITED      | available limit
                    LIMIT_EXCEEDED    | available limit
                    INSUFFICIENT      | available limit
                    OVERFLOW          | available limit
                    ABANDONED         |
                    QUARANTINED       |
                    QUOTA_EXCEEDED    | available limit outcome
                    """)
    void tellsTheNumbersOfItsCodeAndNoOthers(Verdict verdict, String numbers) {
        JsonObject problem = new JsonObject(written(
                verdict, QUESTION, writer -> writer.verdict(verdict, 7, 8).problem(1, 2, 3, 0, 5)));
        Set<String> members = new TreeSet<>(problem.fieldNames());
        members.removeAll(Set.of("type", "title", "status", "detail", "code", "offset", "failedOp", "key"));
        assertThat(members).containsExactlyInAnyOrder(numbers == null ? new String[0] : numbers.split(" "));
        JsonObject later = new JsonObject(written(
                verdict, QUESTION, writer -> writer.verdict(verdict, 7, 8).problem(1, 2, 3, 4, 5)));
        assertThat(later.getLong("retryAfterMs")).isEqualTo(4);
    }

    @Test
    void tellsWhatACountersNatureForbids() {
        Consumer<ReplyWriter> numbers =
                writer -> writer.verdict(Verdict.VALUE_MISMATCH, 7, 8).problem(0, 2, 0, 0, 0);
        Op take = new Op(OpKind.TAKE, new byte[] {'b'});
        assertThat(written(
                        Verdict.VALUE_MISMATCH, LogRequest.command(Sender.NONE, ID, Command.transact(take)), numbers))
                .contains("plain counter, no bucket");
        assertThat(written(
                        Verdict.VALUE_MISMATCH,
                        LogRequest.command(Sender.NONE, ID, Command.transact(Op.add("b", 1))),
                        numbers))
                .contains("a bucket, no counter");
        Op check = Op.check("k").arg(ArgName.IF_VALUE, 3);
        assertThat(written(
                        Verdict.VALUE_MISMATCH, LogRequest.command(Sender.NONE, ID, Command.transact(check)), numbers))
                .contains("value is another than asked for");
    }

    @Test
    void tellsTheNumbersThatApply() {
        Consumer<ReplyWriter> numbers =
                writer -> writer.verdict(Verdict.OK, 7, 8).problem(1, 2, 3, 4, 5);
        assertThat(written(Verdict.INSUFFICIENT, QUESTION, numbers)).contains("\"available\":2,\"limit\":3");
        assertThat(written(Verdict.VERSION_MISMATCH, QUESTION, numbers)).contains("\"available\":2,\"version\":3");
        assertThat(written(Verdict.NOT_OPEN, QUESTION, numbers))
                .contains("\"limit\":3,\"retryAfterMs\":4,\"serverTime\":8");
        assertThat(written(Verdict.ID_EXPIRED, QUESTION, numbers)).contains("\"horizon\":5,\"serverTime\":8");
    }

    @Test
    void aFullLaneIsNoFinalAnswer() {
        String text = written(
                Verdict.QUOTA_EXCEEDED,
                QUESTION,
                writer -> writer.verdict(Verdict.QUOTA_EXCEEDED, 7, 8).problem(ReplyWriter.NO_OP, 9, 9, 1_000, 0));
        assertThat(text)
                .contains("\"outcome\":\"not_executed\"", "\"available\":9,\"limit\":9,\"retryAfterMs\":1000")
                .contains("raise tenantHoldsMax, holdsMax, countersMax or stateBytesMax")
                .doesNotContain("final for its Idempotency-Key");
    }

    @Test
    void callsARefusalFinalForGoodOnlyUnderAnIdWithItsOwnTime() {
        for (Verdict verdict : new Verdict[] {Verdict.NOT_FOUND, Verdict.ABANDONED, Verdict.INSUFFICIENT}) {
            Consumer<ReplyWriter> content = writer -> writer.verdict(verdict, 7, 8);
            assertThat(written(verdict, under("01936f2e-7a10-7c3d-8e4f-0123456789ab"), content))
                    .contains("final for its Idempotency-Key; use a new key");
            for (String id : new String[] {"order-8", "01936f2e-7a10-4c3d-8e4f-0123456789ab"}) {
                assertThat(written(verdict, under(id), content))
                        .contains("final for its Idempotency-Key while the window remembers it; use a new key");
            }
        }
    }

    private static LogRequest under(String id) {
        return LogRequest.command(
                Sender.NONE, id.getBytes(StandardCharsets.US_ASCII), Command.transact(Op.add("k", -1)));
    }

    @Test
    void tellsACursorOfAnotherQueryAndOneThatIsGone() {
        ReadView.Page page = new ReadView.Page(HoldState.NONE, 10, ID);
        LogRequest list = LogRequest.holds(Sender.NONE, page, null, ID);
        assertThat(written(Verdict.MALFORMED, list, writer -> writer.verdict(Verdict.MALFORMED, 7, 8)))
                .contains("cursor belongs to a query with another owner or key");
        assertThat(written(Verdict.ID_EXPIRED, list, writer -> writer.verdict(Verdict.ID_EXPIRED, 7, 8)))
                .contains("start again without a cursor")
                .doesNotContain("id is older");
        LogRequest first = LogRequest.holds(Sender.NONE, page, null, new byte[0]);
        assertThat(written(Verdict.MALFORMED, first, writer -> writer.verdict(Verdict.MALFORMED, 7, 8)))
                .contains("versions of gateway and processor");
    }

    @Test
    void tellsTheFirstOutcomeOfARepeat() {
        Consumer<ReplyWriter> repeat =
                writer -> writer.verdict(Verdict.CLOSED, 70, 80).replayed(7, 8).problem(0, 0, 3, 0, 0);
        assertThat(written(Verdict.CLOSED, QUESTION, repeat)).contains("\"offset\":7,", "\"serverTime\":8");
    }

    private static String written(Verdict verdict, LogRequest question, Consumer<ReplyWriter> content) {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[1024]);
        ReplyWriter writer = new ReplyWriter().begin(buffer, 0).to(1, 2, 3, 4);
        content.accept(writer);
        writer.end();
        ReplyDecoder reply = new ReplyDecoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderDecoder());
        JsonText out = new JsonText();
        Rejection.write(verdict, question, reply, out);
        return out.toString();
    }
}
