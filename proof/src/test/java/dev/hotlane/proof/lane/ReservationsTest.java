package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Reservations from creation to end, through two gateways. */
@Tag("it")
@Tag("containers")
@ExtendWith(RealStack.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReservationsTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final WholeLane on;
    private Client client;
    private Client other;

    ReservationsTest(Lane lane) {
        on = new WholeLane(lane);
    }

    @BeforeAll
    void serve() {
        client = on.serve(WholeLane.PATIENT);
        other = on.client(on.gateway(1, WholeLane.PATIENT));
        WholeLane.awaitServing(other);
    }

    @AfterAll
    void end() {
        on.close();
    }

    @Test
    void holdsUnitsAndGivesThemBackOnCancel() {
        client.call(Call.put("c-0", "c-stock", 10));
        Call reserve = Call.reserve("c-1", body("c-stock", 2, "c-limit", 2, 60_000));
        Answer held = client.call(reserve);
        assertThat(held.status()).as(held.body()).isEqualTo(201);
        assertThat(held.json().getJsonArray("lines").getJsonObject(0).getLong("remaining"))
                .isEqualTo(8);
        requireCounter("c-stock", 8, 2, 0);
        requireCounter("c-limit", 2, -2, 0);
        requireRepeat(other.call(reserve), held);
        assertThat(other.call(Call.get("/v1/reservations/c-1")).json().getString("state"))
                .isEqualTo("held");

        Answer cancelled = other.call(Call.change("c-2", "c-1", "cancel", null));
        assertThat(cancelled.status()).isEqualTo(200);
        assertThat(cancelled.json().getString("state")).isEqualTo("cancelled");
        requireCounter("c-stock", 10, 0, 0);
        assertThat(client.call(Call.read("c-limit")).version())
                .as("no limit is left behind")
                .isZero();
        Answer again = client.call(Call.change("c-3", "c-1", "cancel", "{}"));
        requireRepeat(again, cancelled);
        requireRepeat(client.call(reserve), held);
        requireRefused(client.call(Call.change("c-4", "c-1", "confirm", null)), 409, "ALREADY_CANCELLED");
    }

    @Test
    void keepsAllOnConfirmAndPartOfItWhenNamed() {
        client.call(Call.put("k-0", "k-stock", 10));
        client.call(Call.reserve("k-1", body("k-stock", 2, "k-limit", 9, 60_000)));
        Answer all = client.call(Call.change("k-2", "k-1", "confirm", null));
        assertThat(all.status()).as(all.body()).isEqualTo(200);
        assertThat(all.json().getString("state")).isEqualTo("confirmed");
        requireCounter("k-stock", 8, 0, 2);
        requireCounter("k-limit", 2, 0, -2);
        requireRepeat(other.call(Call.change("k-3", "k-1", "confirm", "{}")), all);

        client.call(Call.reserve("k-4", body("k-stock", 4, "k-limit", 9, 60_000)));
        Answer part = client.call(Call.change("k-5", "k-4", "confirm", lines("k-stock", 3)));
        JsonObject line = part.json().getJsonArray("lines").getJsonObject(0);
        assertThat(List.of(line.getLong("quantity"), line.getLong("confirmed"))).containsExactly(4L, 3L);
        requireCounter("k-stock", 5, 0, 5);
        requireCounter("k-limit", 5, 0, -5);
        requireRefused(
                client.call(Call.change("k-6", "k-4", "confirm", lines("k-stock", 2))), 409, "ALREADY_CONFIRMED");
        requireRefused(client.call(Call.change("k-7", "k-4", "cancel", null)), 409, "ALREADY_CONFIRMED");

        client.call(Call.reserve("k-8", body("k-stock", 1, "k-limit", 9, 60_000)));
        Answer tooMuch = client.call(Call.change("k-9", "k-8", "confirm", lines("k-stock", 2)));
        requireRefused(tooMuch, 409, "EXCEEDS_HELD");
        assertThat(tooMuch.json().getString("key")).isEqualTo("k-stock");
        assertThat(tooMuch.json().getLong("available")).isEqualTo(1);
    }

    @Test
    void extendsWhatIsOpenAndLetsTheRestExpire() {
        client.call(Call.put("x-0", "x-stock", 10));
        Answer held = client.call(Call.reserve("x-1", body("x-stock", 2, "x-limit", 2, 600_000)));
        Answer shorter = client.call(Call.change("x-2", "x-1", "extend", "{\"ttlMs\":300}"));
        assertThat(shorter.status()).as(shorter.body()).isEqualTo(200);
        assertThat(shorter.json().getLong("expiresAt"))
                .isEqualTo(shorter.json().getLong("time") + 300)
                .isLessThan(held.json().getLong("expiresAt"));
        await("its expiry").atMost(SOON).until(() -> "expired".equals(state("x-1")));
        requireCounter("x-stock", 10, 0, 0);
        for (String what : List.of("confirm", "cancel", "extend")) {
            String body = what.equals("extend") ? "{\"ttlMs\":300}" : null;
            Answer late = client.call(Call.change("x-" + what, "x-1", what, body));
            requireRefused(late, 410, "EXPIRED");
            assertThat(late.json().getLong("serverTime"))
                    .isGreaterThanOrEqualTo(shorter.json().getLong("expiresAt"));
        }
    }

    @Test
    void listsByOwnerKeyAndStatePageByPage() {
        client.call(Call.put("l-0", "l-stock", 100));
        for (int i = 1; i <= 5; i++) {
            client.call(Call.reserve("l-" + i, body("l-stock", 1, "l-limit", 99, 60_000)));
        }
        client.call(Call.change("l-c", "l-2", "cancel", null));
        assertThat(listed("owner=l-limit")).containsExactly("l-5", "l-4", "l-3", "l-2", "l-1");
        assertThat(listed("key=l-stock&state=held")).containsExactly("l-5", "l-4", "l-3", "l-1");
        assertThat(listed("key=l-stock&owner=l-limit&state=cancelled")).containsExactly("l-2");
        assertThat(listed("owner=nobody")).isEmpty();
    }

    /** All pages of two, requested from both gateways in turn. */
    private List<String> listed(String query) {
        List<String> ids = new ArrayList<>();
        String cursor = "";
        Client next = client;
        while (cursor != null) {
            Answer page = next.call(Call.get("/v1/reservations?limit=2&" + query + cursor));
            assertThat(page.status()).as(page.body()).isEqualTo(200);
            JsonArray found = page.json().getJsonArray("reservations");
            assertThat(found.size()).isLessThanOrEqualTo(2);
            found.forEach(one -> ids.add(((JsonObject) one).getString("id")));
            String last = page.json().getString("cursor");
            cursor = last == null ? null : "&cursor=" + last;
            next = next == client ? other : client;
        }
        return ids;
    }

    @Test
    void anAbandonedCommandNeverRunsAndOneThatRanReturnsItsResult() {
        client.call(Call.put("a-0", "a-stock", 10));
        Call never = Call.reserve("a-1", body("a-stock", 2, "a-limit", 2, 60_000));
        Answer abandoned = client.call(Call.abandon("a-2", "a-1"));
        assertThat(abandoned.status()).as(abandoned.body()).isEqualTo(200);
        assertThat(abandoned.json().getString("state")).isEqualTo("abandoned");
        requireRefused(other.call(never), 409, "ABANDONED");
        requireRefused(other.call(Call.add("a-1", "a-stock", 1)), 409, "ABANDONED");
        assertThat(other.call(Call.get("/v1/commands/a-1")).body()).isEqualTo(abandoned.body());
        assertThat(client.call(Call.get("/v1/reservations/a-1")).status()).isEqualTo(404);
        requireCounter("a-stock", 10, 0, 0);
        requireRepeat(client.call(Call.abandon("a-2", "a-1")), abandoned);

        client.call(Call.reserve("a-3", body("a-stock", 2, "a-limit", 2, 60_000)));
        Answer ran = client.call(Call.abandon("a-4", "a-3"));
        assertThat(ran.status()).isEqualTo(200);
        assertThat(ran.json().getString("state")).isEqualTo("done");
        assertThat(ran.json().getJsonObject("reservation").getString("state")).isEqualTo("held");
        assertThat(other.call(Call.get("/v1/commands/a-3")).body()).isEqualTo(ran.body());
        requireCounter("a-stock", 8, 2, 0);

        client.call(Call.add("a-5", "a-stock", -100));
        Answer refused = client.call(Call.abandon("a-6", "a-5"));
        assertThat(refused.json().getString("state")).isEqualTo("rejected");
        assertThat(refused.code()).isEqualTo("INSUFFICIENT");
        requireRefused(client.call(Call.add("a-6", "a-stock", 1)), 422, "ID_REUSED");
    }

    /**
     * Each pair races through two gateways: the first one in the log decides, and both callers get the same outcome.
     */
    @Test
    void anAbandonDuringTheCommandsArrivalHasOneOutcome() {
        int pairs = 300;
        client.call(Call.put("d-put", "d-stock", pairs));
        List<Answer> commands = new ArrayList<>();
        List<Answer> abandons = new ArrayList<>();
        Thread abandoning = new Thread(() -> abandons.addAll(
                other.callAll(IntStream.range(0, pairs).mapToObj(i -> Call.abandon("d-abandon-" + i, "d-" + i)))));
        abandoning.start();
        commands.addAll(client.callAll(IntStream.range(0, pairs).mapToObj(i -> Call.add("d-" + i, "d-stock", -1))));
        try {
            abandoning.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        int ran = 0;
        for (int i = 0; i < pairs; i++) {
            boolean done = commands.get(i).status() == 200;
            ran += done ? 1 : 0;
            assertThat(done || "ABANDONED".equals(commands.get(i).code())).isTrue();
            assertThat(abandons.get(i).json().getString("state")).isEqualTo(done ? "done" : "abandoned");
        }
        requireCounter("d-stock", pairs - ran, 0, 0);
    }

    @Test
    void refusesWhatTheReservationDoesNotAllowAndTakesNothing() {
        client.call(Call.put("r-0", "r-stock", 3));
        Answer scarce = client.call(Call.reserve("r-1", body("r-stock", 4, "r-limit", 9, 60_000)));
        requireRefused(scarce, 409, "INSUFFICIENT");
        assertThat(scarce.json().getLong("available")).isEqualTo(3);
        assertThat(scarce.json().getString("detail")).startsWith("/lines/0 (r-stock): ");
        Answer greedy = client.call(Call.reserve("r-2", body("r-stock", 3, "r-limit", 2, 60_000)));
        requireRefused(greedy, 409, "LIMIT_EXCEEDED");
        assertThat(greedy.json().getString("detail")).startsWith("/limits/0 (r-limit): ");
        assertThat(client.call(Call.reserve("r-3", body("r-stock", 1, "r-limit", 2, 60_000)))
                        .status())
                .isEqualTo(201);
        requireRefused(client.call(Call.reserve("r-3", body("r-stock", 2, "r-limit", 2, 60_000))), 422, "ID_REUSED");
        requireRefused(client.call(Call.add("r-3", "r-stock", 1)), 422, "ID_REUSED");
        requireRefused(client.call(Call.change("r-3", "r-3", "cancel", null)), 422, "ID_REUSED");
        requireRefused(client.call(Call.change("r-4", "r-none", "cancel", null)), 404, "NOT_FOUND");
        requireCounter("r-stock", 2, 1, 0);
    }

    private String state(String reservation) {
        return client.call(Call.get("/v1/reservations/" + reservation)).json().getString("state");
    }

    private void requireCounter(String counter, long value, long held, long confirmed) {
        JsonObject found = client.call(Call.read(counter)).json();
        assertThat(List.of(found.getLong("value"), found.getLong("held"), found.getLong("confirmed")))
                .as(counter)
                .containsExactly(value, held, confirmed);
    }

    private static void requireRepeat(Answer repeat, Answer first) {
        assertThat(repeat.status()).as(repeat.body()).isEqualTo(first.status());
        assertThat(repeat.body()).isEqualTo(first.body());
        assertThat(repeat.replayed()).isTrue();
    }

    private static void requireRefused(Answer answer, int status, String code) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.code()).isEqualTo(code);
    }

    /** One line and one limit of the same quantity; the owner is the limit's name. */
    private static String body(String stock, int quantity, String limit, int max, long ttlMs) {
        JsonObject line = new JsonObject().put("key", stock).put("quantity", quantity);
        JsonObject bound =
                new JsonObject().put("key", limit).put("quantity", quantity).put("max", max);
        return new JsonObject()
                .put("lines", new JsonArray().add(line))
                .put("limits", new JsonArray().add(bound))
                .put("ttlMs", ttlMs)
                .put("owner", limit)
                .encode();
    }

    private static String lines(String key, int quantity) {
        JsonObject line = new JsonObject().put("key", key).put("quantity", quantity);
        return new JsonObject().put("lines", new JsonArray().add(line)).encode();
    }
}
