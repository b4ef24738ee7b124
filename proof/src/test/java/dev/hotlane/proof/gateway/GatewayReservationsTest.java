package dev.hotlane.proof.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.ReadKind;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Reservations and abandoned commands over HTTP, with a scripted processor. */
@Tag("it")
@ExtendWith(RealStack.class)
class GatewayReservationsTest {
    private static final String BODY =
            "{\"lines\":[{\"key\":\"stock:a\",\"quantity\":2}],\"limits\":[{\"key\":\"limit:u\","
                    + "\"quantity\":2,\"max\":4}],\"checks\":[{\"key\":\"c\"}],\"ttlMs\":60000,\"owner\":\"u7\"}";
    private static final String HELD = "\"createdAt\":1799999991000,\"expiresAt\":1800000051000,";

    private static GatewayLane lane;

    @BeforeAll
    static void start(Lane on) throws Exception {
        lane = GatewayLane.start(on, GatewayLane.Settings.USUAL, Scripts.silence());
    }

    @AfterAll
    static void stop() {
        lane.close();
    }

    @Test
    void createsAReservationAndSaysWhereItIs() {
        lane.processor.script(HoldScripts.opened());
        HttpResponse<String> first = lane.post("/v1/reservations", BODY, "Idempotency-Key", "\"a/b\"");
        long offset = lane.processor.last().offset;
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.headers().firstValue("location")).hasValue("/v1/reservations/a%2Fb");
        assertThat(first.headers().firstValue("idempotency-replayed")).isEmpty();
        assertThat(first.body())
                .isEqualTo("{\"id\":\"a/b\",\"state\":\"held\",\"owner\":\"u7\"," + HELD + Scripts.decided(offset)
                        + ",\"lines\":[{\"key\":\"stock:a\",\"quantity\":2,\"remaining\":8}],"
                        + "\"limits\":[{\"key\":\"limit:u\",\"quantity\":2}]}");

        lane.processor.script(HoldScripts.openedBefore());
        HttpResponse<String> again = lane.post("/v1/reservations", BODY, "Idempotency-Key", "a/b");
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(again.headers().firstValue("location")).hasValue("/v1/reservations/a%2Fb");
        assertThat(again.headers().firstValue("idempotency-replayed")).hasValue("true");
        assertThat(again.body()).contains(Scripts.decided(5, HoldScripts.CREATED_AT));
    }

    @Test
    void confirmsCancelsAndExtendsTheReservationOfThePath() {
        lane.processor.script(HoldScripts.told(HoldState.CONFIRMED));
        HttpResponse<String> confirm = lane.post(
                "/v1/reservations/h%2F1/confirm",
                "{\"lines\":[{\"key\":\"stock:a\",\"quantity\":1}]}", "Idempotency-Key", "c1");
        assertThat(new String(HoldScripts.target(lane.processor.last()), StandardCharsets.UTF_8))
                .isEqualTo("h/1");
        assertThat(lane.processor.last().command().kind()).isEqualTo(CommandKind.CONFIRM.value());
        assertThat(lane.processor.last().command().opCount()).isEqualTo(1);
        assertThat(confirm.statusCode()).isEqualTo(200);
        assertThat(confirm.body())
                .isEqualTo("{\"id\":\"h/1\",\"state\":\"confirmed\"," + HELD + "\"resolvedAt\":1799999999500,"
                        + Scripts.decided(lane.processor.last().offset) + ","
                        + "\"lines\":[{\"key\":\"stock:a\",\"quantity\":2,\"confirmed\":1}],"
                        + "\"limits\":[{\"key\":\"limit:u\",\"quantity\":2,\"confirmed\":1}]}");

        lane.processor.script(HoldScripts.told(HoldState.CANCELLED));
        HttpResponse<String> cancel = lane.post("/v1/reservations/h1/cancel", "", "Idempotency-Key", "c2");
        assertThat(lane.processor.last().command().kind()).isEqualTo(CommandKind.CANCEL.value());
        assertThat(cancel.body())
                .contains("\"state\":\"cancelled\"", "\"quantity\":2}]")
                .doesNotContain("remaining");

        lane.processor.script(HoldScripts.told(HoldState.HELD));
        HttpResponse<String> extend =
                lane.post("/v1/reservations/h1/extend", "{\"ttlMs\":5000}", "Idempotency-Key", "c3");
        assertThat(lane.processor.last().command().ttlMs()).isEqualTo(5_000);
        assertThat(extend.body()).contains("\"state\":\"held\"").doesNotContain("resolvedAt");
    }

    @Test
    void readsOneReservationAndPagesOfThem() {
        lane.processor.script(HoldScripts.told(HoldState.EXPIRED));
        HttpResponse<String> one = lane.get("/v1/reservations/h1");
        assertThat(one.statusCode()).isEqualTo(200);
        assertThat(one.body())
                .startsWith("{\"id\":\"h1\",\"state\":\"expired\"," + HELD + "\"resolvedAt\":")
                .contains(Scripts.decided(lane.processor.last().offset));
        assertThat(one.headers().firstValue("etag")).isEmpty();

        lane.processor.script(HoldScripts.page("h2", "h1", "h2"));
        HttpResponse<String> page = lane.get("/v1/reservations?owner=u+7&key=stock%3Aa&state=held&limit=2");
        ReadView read = lane.processor.last().read();
        assertThat(read.kind()).isEqualTo(ReadKind.HOLDS.value());
        assertThat(List.of(read.state(), read.limit(), read.keyCount())).containsExactly(1, 2, 1);
        assertThat(new String(read.bytes(), read.ownerOffset(), read.ownerLength(), StandardCharsets.UTF_8))
                .isEqualTo("u 7");
        assertThat(page.body())
                .startsWith("{\"reservations\":[{\"id\":\"h1\",\"state\":\"held\"," + HELD + "\"lines\":[")
                .endsWith(
                        "],\"offset\":" + lane.processor.last().offset + ",\"time\":1800000000000,\"cursor\":\"aDI\"}");

        lane.processor.script(HoldScripts.page(""));
        HttpResponse<String> rest = lane.get("/v1/reservations?cursor=aDI");
        assertThat(new String(HoldScripts.target(lane.processor.last()), StandardCharsets.UTF_8))
                .isEqualTo("h2");
        assertThat(lane.processor.last().read().limit()).isEqualTo(20);
        assertThat(rest.body()).startsWith("{\"reservations\":[],\"offset\":").doesNotContain("cursor");
    }

    @Test
    void endsAnUnknownOutcomeByAbandoningIt() {
        lane.processor.script(record ->
                List.of(record.reply(writer -> writer.verdict(Verdict.ABANDONED, record.offset, Scripts.TIME)
                        .stored()
                        .problem(ReplyWriter.NO_OP, 0, 0, 0, 0))));
        HttpResponse<String> abandoned = lane.post("/v1/commands/lost/abandon", "", "Idempotency-Key", "a1");
        assertThat(lane.processor.last().command().kind()).isEqualTo(CommandKind.ABANDON.value());
        assertThat(abandoned.statusCode()).isEqualTo(200);
        assertThat(abandoned.body())
                .isEqualTo("{\"id\":\"lost\"," + Scripts.decided(lane.processor.last().offset)
                        + ",\"state\":\"abandoned\"}");

        lane.processor.script(record -> List.of(record.reply(writer -> {
            writer.verdict(Verdict.OK, record.offset, Scripts.TIME)
                    .replayed(4, 99)
                    .stored();
            Scripts.results(writer, 1, 4);
            writer.holds(1);
            HoldScripts.hold(writer, HoldState.HELD, "done".getBytes(StandardCharsets.UTF_8));
        })));
        HttpResponse<String> done = lane.post("/v1/commands/done/abandon", "{}", "Idempotency-Key", "a2");
        assertThat(done.body())
                .startsWith("{\"id\":\"done\"," + Scripts.decided(4, 99)
                        + ",\"state\":\"done\",\"results\":[{\"previous\":10,")
                .contains("\"reservation\":{\"id\":\"done\",\"state\":\"held\",");

        lane.processor.script(Scripts.rejection(Verdict.ID_EXPIRED, ReplyWriter.NO_OP, 0, 0, 0, Beats.HORIZON));
        refused(410, "ID_EXPIRED", lane.post("/v1/commands/old/abandon", "", "Idempotency-Key", "a3"))
                .contains("\"horizon\":1799999000000", "\"serverTime\":1800000000000", "\"outcome\":\"unknown\"");
        lane.processor.script(Scripts.rejection(Verdict.ABANDONED, ReplyWriter.NO_OP, 0, 0, 0, 0));
        refused(409, "ABANDONED", lane.transact("lost").join()).contains("abandoned before it ran");
    }

    @Test
    void saysWhatWasRefusedAndWhatToDo() {
        lane.processor.script(Scripts.rejection(Verdict.INSUFFICIENT, 2, 1, 0, 0, 0));
        refused(409, "INSUFFICIENT", reserve())
                .contains("/lines/0 (stock:a): Fewer units", "\"failedOp\":2,\"key\":\"stock:a\"", "\"available\":1");
        lane.processor.script(Scripts.rejection(Verdict.LIMIT_EXCEEDED, 1, 4, 4, 0, 0));
        refused(409, "LIMIT_EXCEEDED", reserve()).contains("/limits/0 (limit:u): The value would pass its upper bound");
        lane.processor.script(Scripts.rejection(Verdict.QUOTA_EXCEEDED, ReplyWriter.NO_OP, 9, 9, 1_000, 0));
        refused(429, "QUOTA_EXCEEDED", reserve())
                .contains("\"available\":9,\"limit\":9", "raise tenantHoldsMax, holdsMax")
                .doesNotContain("failedOp");
        lane.processor.script(Scripts.rejection(Verdict.NOT_OPEN, 0, 0, Scripts.TIME + 1_500, 1_500, 0));
        HttpResponse<String> early = reserve();
        refused(409, "NOT_OPEN", early)
                .contains("/checks/0 (c): ", "\"limit\":1800000001500", "\"retryAfterMs\":1500", "\"serverTime\":1800");
        assertThat(early.headers().firstValue("retry-after")).hasValue("2");

        lane.processor.script(Scripts.rejection(Verdict.EXCEEDS_HELD, 0, 2, 2, 0, 0));
        refused(
                        409,
                        "EXCEEDS_HELD",
                        lane.post(
                                "/v1/reservations/h1/confirm",
                                "{\"lines\":[{\"key\":\"stock:b\",\"quantity\":3}]}",
                                "Idempotency-Key",
                                "r"))
                .contains("/lines/0 (stock:b): More was named", "\"failedOp\":0,\"key\":\"stock:b\",\"available\":2");
        Verdict[] ends = {Verdict.NOT_FOUND, Verdict.EXPIRED, Verdict.ALREADY_CONFIRMED, Verdict.ALREADY_CANCELLED};
        for (Verdict end : ends) {
            lane.processor.script(Scripts.rejection(end, ReplyWriter.NO_OP, 0, 0, 0, 0));
            refused(
                    end.httpStatus(),
                    end.name(),
                    lane.post("/v1/reservations/h1/cancel", "", "Idempotency-Key", "r" + end));
        }
    }

    @Test
    void saysThatAReservationIsNotThereOrACursorGone() {
        lane.processor.script(Scripts.rejection(Verdict.NOT_FOUND, ReplyWriter.NO_OP, 0, 0, 0, Beats.HORIZON));
        refused(404, "NOT_FOUND", lane.get("/v1/reservations/h1"))
                .contains("There is no reservation of this id", "\"offset\":" + lane.processor.last().offset);
        lane.processor.script(Scripts.rejection(Verdict.ID_EXPIRED, ReplyWriter.NO_OP, 0, 0, 0, Beats.HORIZON));
        refused(410, "ID_EXPIRED", lane.get("/v1/reservations?cursor=aDI"))
                .contains("start again without a cursor")
                .doesNotContain("outcome");
    }

    @Test
    void refusesListsThatAreAskedForBadly() throws Exception {
        long before = lane.commandsEnd();
        for (String query : List.of(
                "limit=0",
                "limit=101",
                "limit=1.5",
                "state=open",
                "state=none",
                "state=HELD",
                "owner=",
                "owner=" + "o".repeat(201),
                "key=" + "k".repeat(201),
                "cursor=%21",
                "cursor=",
                "cursor=gA",
                "owner=a&owner=b",
                "sort=asc",
                "limit")) {
            refused(400, "MALFORMED", lane.get("/v1/reservations?" + query)).contains("the query");
        }
        refused(400, "MALFORMED", lane.get("/v1/reservations/a%20b"));
        refused(400, "MALFORMED", lane.get("/v1/reservations/" + "h".repeat(65)));
        assertThat(lane.commandsEnd()).isEqualTo(before);
    }

    @Test
    void publishesThePromiseAndWhatThereIsRoomFor() {
        assertThat(lane.get("/v1/status").body())
                .contains(
                        "\"horizon\":1799999000000",
                        "\"window\":{\"count\":17,\"size\":4194304,\"ageMs\":600000,\"realAgeMs\":4000,"
                                + "\"oldest\":1799999996000}",
                        "\"reservations\":{\"open\":3,\"openMax\":2000000,\"resolved\":5,\"resolvedMax\":1000000,"
                                + "\"retentionMs\":86400000}",
                        "\"idempotency\":\"a UUIDv7 never runs twice");
        assertThat(lane.meter("hotlane_window_age_seconds")).isEqualTo(4);
        assertThat(lane.meter("hotlane_reservations_open ")).isEqualTo(3);
        assertThat(lane.meter("hotlane_reservations_resolved_limit")).isEqualTo(1_000_000);
    }

    private static HttpResponse<String> reserve() {
        return lane.post(
                "/v1/reservations", BODY, "Idempotency-Key", UUID.randomUUID().toString());
    }

    private static AbstractStringAssert<?> refused(int status, String code, HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("content-type")).hasValue("application/problem+json");
        return assertThat(response.body()).contains("\"code\":\"" + code + "\"");
    }
}
