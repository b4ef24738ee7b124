package dev.hotlane.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.gateway.problem.RequestRefused;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.MessageHeaderDecoder;
import dev.hotlane.protocol.sbe.OpKind;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CounterCallsTest {
    private static final byte[] ID = {'i'};
    private static final byte[] KEY = {'k'};
    private static final byte[] NO_BODY = {};

    @Test
    void putSetsUnderThePreconditionsOfItsHeaders() {
        LogRequest plain = ask(CounterChange.PUT, "{\"value\":-5}", null, null);
        assertThat(plain.op(0).kind()).isEqualTo(OpKind.SET);
        assertThat(plain.op(0).arg(ArgName.VALUE.value())).isEqualTo(-5);
        assertThat(plain.conditional()).isFalse();

        LogRequest matching = ask(CounterChange.PUT, "{\"value\":1}", "\"42\"", null);
        assertThat(matching.op(0).arg(ArgName.IF_VERSION.value())).isEqualTo(42);
        assertThat(matching.conditional()).isTrue();

        LogRequest fresh = ask(CounterChange.PUT, "{\"value\":1}", null, "*");
        assertThat(fresh.op(0).flags()).isEqualTo(Op.IF_ABSENT);
        assertThat(fresh.conditional()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"42", "*", "W/\"42\"", "\"\"", "\"-1\"", "\"1\",\"2\"", "\"9223372036854775808\"", "\"x\"", "\""
            })
    void putAndDeleteTakeOneStrongTagOnly(String tag) {
        assertRefused(CounterChange.PUT, "{\"value\":1}", tag, null);
        assertRefused(CounterChange.DELETE, "", tag, null);
    }

    @Test
    void incrementAddsOneByDefault() {
        assertThat(delta("")).isEqualTo(1);
        assertThat(delta("{}")).isEqualTo(1);
        assertThat(delta("{\"amount\":-7}")).isEqualTo(-7);
    }

    private static long delta(String body) {
        Op op = ask(CounterChange.INCREMENT, body, null, null).op(0);
        assertThat(op.kind()).isEqualTo(OpKind.ADD);
        return op.arg(ArgName.DELTA.value());
    }

    @Test
    void drainSetsZero() {
        Op op = ask(CounterChange.DRAIN, "{}", null, null).op(0);
        assertThat(op.kind()).isEqualTo(OpKind.SET);
        assertThat(op.arg(ArgName.VALUE.value())).isZero();
        assertThat(op.present()).isEqualTo(1 << ArgName.VALUE.value());
    }

    @Test
    void refusesPreconditionsWhereThereAreNone() {
        assertRefused(CounterChange.INCREMENT, "", "\"1\"", null);
        assertRefused(CounterChange.DRAIN, "", null, "*");
        assertRefused(CounterChange.DELETE, "", null, "*");
        assertRefused(CounterChange.PUT, "{\"value\":1}", null, "\"1\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{", "[]", "{\"x\":1}", "{\"amount\":1.5}", "{\"amount\":1,\"amount\":1}", "{} {}", "null", "1"})
    void refusesBodiesThatAreNotTheirs(String body) {
        assertRefused(CounterChange.INCREMENT, body, null, null);
        assertRefused(CounterChange.DRAIN, body, null, null);
        assertRefused(CounterChange.PUT, body, null, null);
        assertRefused(new CounterQuery(), body, null, null);
    }

    @Test
    void queryTakesKeysUpToItsLimit() {
        assertThat(ask(new CounterQuery(), "{\"keys\":[\"a\",\"b\",\"a\"]}", null, null)
                        .keys())
                .hasSize(3);
        assertThat(ask(new CounterQuery(), keys(1_000), null, null).keys()).hasSize(1_000);
        assertRefused(new CounterQuery(), keys(1_001), null, null);
        assertRefused(new CounterQuery(), "{\"keys\":[]}", null, null);
        assertRefused(new CounterQuery(), "{\"keys\":[1]}", null, null);
    }

    private static String keys(int count) {
        return "{\"keys\":[" + "\"a\",".repeat(count - 1) + "\"a\"]}";
    }

    @Test
    void refusesPathsThatNameNoKeyOrId() {
        for (String key : new String[] {"", "k".repeat(201)}) {
            for (Call call : List.of(CounterChange.DRAIN, CounterChange.DELETE, new CounterRead())) {
                assertThatThrownBy(() -> call.ask(path(key), NO_BODY))
                        .hasMessageStartingWith("the path: a key has 1 to 200 bytes");
            }
        }
        for (String id : new String[] {"", "a b", "\u00e4", "i".repeat(65)}) {
            assertThatThrownBy(() -> new StoredCommand().ask(path(id), NO_BODY))
                    .hasMessageStartingWith("the path: an id has 1 to 64");
        }
        assertThat(new StoredCommand().ask(path("i".repeat(64)), NO_BODY).target())
                .hasSize(64);
    }

    private static CallInput path(String segment) {
        byte[] bytes = segment.getBytes(StandardCharsets.UTF_8);
        return new CallInput(ID, bytes, null, null, CallInput.Limits.CONTRACT, false);
    }

    /** Goal: a negative version is a bucket's; answers mark it as such and have no negative number. */
    @Test
    void marksABucketByTheSignOfItsVersion() {
        JsonText out = new JsonText();
        ReplyDecoder two = reply(2, writer -> {
            writer.counter(77, 0, 0, -7);
            writer.counter(5, 2, 1, 8);
        });
        new CounterQuery().answer(LogRequest.counters(Sender.NONE, List.of(new byte[] {'b'}, KEY)), two, out);
        assertThat(out.toString())
                .isEqualTo("{\"offset\":30,\"time\":99,\"counters\":["
                        + "{\"key\":\"b\",\"value\":77,\"held\":0,\"confirmed\":0,\"version\":7,\"bucket\":true},"
                        + "{\"key\":\"k\",\"value\":5,\"held\":2,\"confirmed\":1,\"version\":8}]}");

        JsonText one = new JsonText();
        long version = new CounterRead()
                .answer(
                        LogRequest.counters(Sender.NONE, List.of(KEY)),
                        reply(1, writer -> writer.counter(77, 0, 0, -7)),
                        one);
        assertThat(version).isEqualTo(7);
        assertThat(one.toString())
                .endsWith(
                        "\"value\":77,\"held\":0,\"confirmed\":0,\"version\":7,\"bucket\":true,\"offset\":30,\"time\":99}");
    }

    private static ReplyDecoder reply(int counters, Consumer<ReplyWriter> content) {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[1024]);
        ReplyWriter writer = new ReplyWriter().begin(buffer, 0).to(1, 2, 3, 4);
        content.accept(writer.verdict(Verdict.OK, 30, 99).counters(counters));
        writer.end();
        return new ReplyDecoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderDecoder());
    }

    @Test
    void tellsWhetherATagNamesAVersion() {
        assertThat(EntityTag.names("\"7\"", 7)).isTrue();
        assertThat(EntityTag.names("\"6\", W/\"7\"", 7)).isTrue();
        assertThat(EntityTag.names("*", 7)).isTrue();
        assertThat(EntityTag.names("\"77\"", 7)).isFalse();
        assertThat(EntityTag.names(null, 7)).isFalse();
    }

    private static void assertRefused(Call call, String body, String ifMatch, String ifNoneMatch) {
        assertThatThrownBy(() -> ask(call, body, ifMatch, ifNoneMatch)).isInstanceOf(RequestRefused.class);
    }

    private static LogRequest ask(Call call, String body, String ifMatch, String ifNoneMatch) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return call.ask(new CallInput(ID, KEY, ifMatch, ifNoneMatch, CallInput.Limits.CONTRACT, false), bytes);
    }
}
