package dev.hotlane.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.json.JsonText;
import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.MessageHeaderDecoder;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class HoldTextTest {
    private static final CallInput IN =
            new CallInput(utf8("h"), utf8("h"), null, null, CallInput.Limits.CONTRACT, false);
    private static final CallInput ABANDON =
            new CallInput(utf8("x"), utf8("h"), null, null, CallInput.Limits.CONTRACT, false);
    private static final String LINE = "{\"lines\":[{\"key\":\"s\",\"quantity\":2}],\"ttlMs\":1}";

    @Test
    void tellsANewReservationWithWhatRemains() {
        Call call = new Reserve();
        String text = answer(call, call.ask(IN, utf8(LINE)), writer -> {
            writer.verdict(Verdict.OK, 9, 100);
            hold(writer.holds(1), "h", HoldState.HELD, "u\"7");
        });
        assertThat(text)
                .isEqualTo("{\"id\":\"h\",\"state\":\"held\",\"owner\":\"u\\\"7\",\"createdAt\":70,\"expiresAt\":80,"
                        + "\"offset\":9,\"time\":100,\"lines\":[{\"key\":\"s\",\"quantity\":2,\"remaining\":5}],"
                        + "\"limits\":[{\"key\":\"l\",\"quantity\":3}]}");
    }

    @Test
    void tellsWhatAConfirmKept() {
        LogRequest question = ReservationChange.CONFIRM.ask(IN, new byte[0]);
        String text = answer(ReservationChange.CONFIRM, question, writer -> {
            writer.verdict(Verdict.OK, 9, 100).replayed(8, 90);
            hold(writer.holds(1), "h", HoldState.CONFIRMED, "");
        });
        assertThat(text)
                .isEqualTo("{\"id\":\"h\",\"state\":\"confirmed\",\"createdAt\":70,\"expiresAt\":80,\"resolvedAt\":75,"
                        + "\"offset\":8,\"time\":90,\"lines\":[{\"key\":\"s\",\"quantity\":2,\"confirmed\":1}],"
                        + "\"limits\":[{\"key\":\"l\",\"quantity\":3,\"confirmed\":2}]}");
    }

    @Test
    void tellsAPageAndWhereItGoesOn() {
        Call call = new ReservationList();
        CallInput in = new CallInput(
                Sender.NONE,
                null,
                null,
                null,
                null,
                CallInput.Limits.CONTRACT,
                false,
                new Parameters(Map.of("owner", utf8("u7"), "state", utf8("cancelled"), "cursor", utf8("aC8_"))));
        LogRequest question = call.ask(in, new byte[0]);
        assertThat(question.target()).asString().isEqualTo("h/?");
        assertThat(answer(call, question, "g?~", writer -> {
                    writer.verdict(Verdict.OK, 9, 100).holds(2);
                    hold(writer, "h", HoldState.CANCELLED, "u7");
                    hold(writer, "g", HoldState.EXPIRED, "u7");
                }))
                .doesNotContain("\"limits\":[]", "resolvedAt\":75,\"offset")
                .startsWith("{\"reservations\":[{\"id\":\"h\",\"state\":\"cancelled\",\"owner\":\"u7\",")
                .contains("]},{\"id\":\"g\",\"state\":\"expired\",\"owner\":\"u7\",\"createdAt\":70")
                .endsWith("\"quantity\":3}]}],\"offset\":9,\"time\":100,\"cursor\":\"Zz9-\"}");
        assertThat(answer(call, question, writer -> writer.verdict(Verdict.OK, 9, 100)))
                .isEqualTo("{\"reservations\":[],\"offset\":9,\"time\":100}");
    }

    @Test
    void tellsTheStoredOutcomeOfACommandThatSpokeOfAHold() {
        Consumer<ReplyWriter> created = writer -> {
            writer.verdict(Verdict.OK, 9, 100).replayed(8, 90).stored().results(1);
            writer.result(7, 5, 8);
            hold(writer.holds(1), "h", HoldState.HELD, "");
        };
        String expected = "{\"id\":\"h\",\"offset\":8,\"time\":90,\"state\":\"done\","
                + "\"results\":[{\"previous\":7,\"value\":5,\"version\":8}],\"reservation\":{\"id\":\"h\","
                + "\"state\":\"held\",\"createdAt\":70,\"expiresAt\":80,\"offset\":8,\"time\":90,"
                + "\"lines\":[{\"key\":\"s\",\"quantity\":2,\"remaining\":5}],"
                + "\"limits\":[{\"key\":\"l\",\"quantity\":3}]}}";
        assertThat(answer(new StoredCommand(), LogRequest.stored(Sender.NONE, utf8("h")), created))
                .isEqualTo(expected);
        assertThat(answer(new Abandon(), new Abandon().ask(ABANDON, new byte[0]), created))
                .isEqualTo(expected);
        assertThat(answer(new StoredCommand(), LogRequest.stored(Sender.NONE, utf8("c")), writer -> {
                    writer.verdict(Verdict.OK, 9, 100).replayed(8, 90).stored();
                    hold(writer.holds(1), "h", HoldState.CANCELLED, "");
                }))
                .startsWith("{\"id\":\"c\",\"offset\":8,\"time\":90,\"state\":\"done\",\"reservation\":{\"id\":\"h\",")
                .doesNotContain("remaining", "results");
    }

    @Test
    void tellsThatACommandWasAbandoned() {
        assertThat(answer(
                        new Abandon(),
                        new Abandon().ask(ABANDON, new byte[0]),
                        writer -> writer.verdict(Verdict.ABANDONED, 9, 100)
                                .stored()
                                .problem(ReplyWriter.NO_OP, 0, 0, 0, 0)))
                .isEqualTo("{\"id\":\"h\",\"offset\":9,\"time\":100,\"state\":\"abandoned\"}");
    }

    @Test
    void refusesToTellAReplyThatDoesNotFit() {
        LogRequest question = LogRequest.hold(Sender.NONE, utf8("h"), new byte[0]);
        Call call = new ReservationRead();
        for (List<String> found : List.of(List.<String>of(), List.of("g"), List.of("h", "h"))) {
            assertThatThrownBy(() -> answer(call, question, writer -> {
                        writer.verdict(Verdict.OK, 9, 100).holds(found.size());
                        found.forEach(id -> hold(writer, id, HoldState.HELD, ""));
                    }))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    private static void hold(ReplyWriter writer, String id, HoldState state, String owner) {
        writer.hold(state, 7, 70, 80, state == HoldState.HELD ? 0 : 75, 2);
        boolean confirmed = state == HoldState.CONFIRMED;
        writer.line(utf8("l"), 0, 1, -3, 6, confirmed ? -2 : 0);
        writer.line(utf8("s"), 0, 1, 2, 5, confirmed ? 1 : 0);
        byte[] idBytes = utf8(id);
        byte[] ownerBytes = utf8(owner);
        writer.names(idBytes, 0, idBytes.length, ownerBytes, 0, ownerBytes.length);
    }

    private static String answer(Call call, LogRequest question, Consumer<ReplyWriter> content) {
        return answer(call, question, "", content);
    }

    private static String answer(Call call, LogRequest question, String cursor, Consumer<ReplyWriter> content) {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[1024]);
        ReplyWriter writer = new ReplyWriter().begin(buffer, 0).to(1, 2, 3, 4);
        content.accept(writer);
        writer.end(utf8(cursor), 0, cursor.length());
        ReplyDecoder reply = new ReplyDecoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderDecoder());
        assertThat(call.succeeds(Verdict.of(reply.verdict()), reply)).isTrue();
        JsonText out = new JsonText();
        call.answer(question, reply, out);
        return out.toString();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
