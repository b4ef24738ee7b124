package dev.hotlane.proof.history.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checker A over a run of several tenants, true at first; then with one lie about a tenant, an owner or a quota. */
class TenantCheckTest {
    private static final String HISTORY = "history.jsonl";
    private static final String LOG = "log.jsonl";
    private static final String TABLES = "tables.jsonl";
    private static final String HOLDS = "/v1/reservations";

    @TempDir
    private Path directory;

    /** Two tenants have a reservation of one id; with one open hold each, both have reached the quota. */
    @BeforeEach
    void run() throws IOException {
        run(false);
    }

    private void run(boolean refusedRunsLater) throws IOException {
        try (SyntheticRun run = new SyntheticRun(directory, 1)) {
            run.posts("", "stock", "/v1/counters/stock:1/increment", new JsonObject().put("amount", 100));
            run.posts("acme", "h1", HOLDS, hold("ann"));
            run.posts("rival", "h1", HOLDS, hold("bob"));
            run.gets("rival", HOLDS + "/h1");
            run.gets("", HOLDS + "/h1");
            run.posts("", "cancel-1", HOLDS + "/h1/cancel", new JsonObject());
            run.gets("acme", HOLDS + "/h1?owner=ann");
            run.gets("acme", HOLDS + "/h1?owner=eve");
            run.posts("acme", "cancel-2", HOLDS + "/h1/cancel", new JsonObject().put("owner", "eve"));
            run.posts("acme", "extend-1", HOLDS + "/h1/extend", new JsonObject("{\"owner\":\"ann\",\"ttlMs\":90000}"));
            run.gets("acme", HOLDS + "?limit=9");
            run.rules(2, "tenantHoldsMax", 1);
            JsonObject refused = run.posts("acme", "h2", HOLDS, hold("ann"));
            run.posts("", "h3", HOLDS, hold("zoe"));
            run.rules(3, "tenantHoldsMax", 2);
            if (refusedRunsLater) {
                run.commanded(refused);
            }
        }
    }

    private static JsonObject hold(String owner) {
        JsonObject line = new JsonObject().put("key", "stock:1").put("quantity", 1);
        return new JsonObject()
                .put("lines", new JsonArray().add(line))
                .put("ttlMs", 60_000)
                .put("owner", owner);
    }

    private CheckReport check() throws IOException {
        return Checker.check(directory.resolve(HISTORY), directory.resolve(LOG), directory.resolve(TABLES), false);
    }

    private List<JsonObject> lines(String file) throws IOException {
        return new ArrayList<>(Files.readAllLines(directory.resolve(file)).stream()
                .map(JsonObject::new)
                .toList());
    }

    private void change(String file, Predicate<JsonObject> which, Consumer<JsonObject> lie) throws IOException {
        List<JsonObject> lines = lines(file);
        lie.accept(lines.stream().filter(which).findFirst().orElseThrow());
        Files.write(
                directory.resolve(file), lines.stream().map(JsonObject::encode).toList());
    }

    /** The answer to the call of that tenant whose path ends so, or whose id is this. */
    private JsonObject answer(String tenant, String call) throws IOException {
        List<JsonObject> history = lines(HISTORY);
        long invoke = history.stream()
                .filter(event -> event.containsKey("request")
                        && event.getString("tenant").equals(tenant)
                        && (call.equals(event.getString("id"))
                                || event.getJsonObject("request")
                                        .getString("path")
                                        .endsWith(call)))
                .findFirst()
                .orElseThrow()
                .getLong("seq");
        return history.stream()
                .filter(event -> event.getLong("invoke", 0L) == invoke)
                .findFirst()
                .orElseThrow();
    }

    /** Puts another body and status into that answer; its offset and time stay. */
    private void answers(String tenant, String call, int status, JsonObject body) throws IOException {
        JsonObject right = answer(tenant, call);
        JsonObject forged = body.copy();
        for (String name : List.of("offset", "time")) {
            forged.remove(name);
            Object value = right.getJsonObject("body").getValue(name);
            if (value != null) {
                forged.put(name, value);
            }
        }
        change(
                HISTORY,
                event -> event.equals(right),
                event -> event.put("type", status < 300 ? "ok" : "fail")
                        .put("status", status)
                        .put("body", forged));
    }

    private void refused(String... kinds) throws IOException {
        CheckReport report = check();
        assertThat(report.findings()).as(report.details().toString()).containsKeys(kinds);
    }

    @Test
    void theTrueRunIsRight() throws IOException {
        CheckReport report = check();
        assertThat(report.details()).isEmpty();
        assertThat(answer("acme", "h2").getJsonObject("body"))
                .isEqualTo(new JsonObject("{\"code\":\"QUOTA_EXCEEDED\",\"status\":429,\"offset\":14,\"available\":1,"
                        + "\"limit\":1,\"retryAfterMs\":1000,\"outcome\":\"not_executed\"}"));
        assertThat(answer("", "cancel-1").getInteger("status")).isEqualTo(404);
        assertThat(answer("acme", "cancel-2").getInteger("status")).isEqualTo(404);
        assertThat(answer("acme", "?owner=eve").getInteger("status")).isEqualTo(404);
    }

    @Test
    void aReadOfAnotherTenantsReservation() throws IOException {
        JsonObject foreign = answer("acme", "?owner=ann").getJsonObject("body");
        answers("", "/h1", 200, foreign);
        refused("ANSWER");
    }

    @Test
    void theOtherTenantsReservationOfTheSameId() throws IOException {
        answers("rival", "/h1", 200, answer("acme", "?owner=ann").getJsonObject("body"));
        refused("ANSWER");
    }

    @Test
    void aPageWithAnotherTenantsReservation() throws IOException {
        JsonObject foreign = answer("rival", "/h1").getJsonObject("body");
        foreign.remove("offset");
        foreign.remove("time");
        JsonObject page = answer("acme", "?limit=9").getJsonObject("body");
        assertThat(page.getJsonArray("reservations")).hasSize(1);
        JsonArray both = new JsonArray().add(foreign).addAll(page.getJsonArray("reservations"));
        answers("acme", "?limit=9", 200, page.put("reservations", both));
        refused("ANSWER");
    }

    @Test
    void aChangeOfAnotherTenantsReservation() throws IOException {
        JsonObject foreign = answer("acme", "?owner=ann").getJsonObject("body");
        answers("", "cancel-1", 200, foreign.put("state", "cancelled"));
        refused("ANSWER");
    }

    @Test
    void aRecordUnderAnotherTenant() throws IOException {
        change(LOG, line -> "cancel-2".equals(line.getString("id")), line -> line.put("tenant", "rival"));
        refused("LOST", "UNSENT");
    }

    @Test
    void aRowUnderAnotherTenant() throws IOException {
        change(TABLES, line -> "acme".equals(line.getString("tenant")), line -> line.put("tenant", "rival"));
        refused("TABLES");
    }

    @Test
    void anOwnerThatIsIgnored() throws IOException {
        JsonObject anns = answer("acme", "?owner=ann").getJsonObject("body");
        answers("acme", "?owner=eve", 200, anns);
        refused("ANSWER");
        run();
        answers("acme", "cancel-2", 200, anns.put("state", "cancelled"));
        refused("ANSWER");
    }

    @Test
    void anOwnerThatTheRecordLacks() throws IOException {
        change(LOG, line -> "extend-1".equals(line.getString("id")), line -> line.remove("owner"));
        refused("CONTENT");
    }

    @Test
    void aQuotaThatIsRefusedBelowItsLimit() throws IOException {
        change(LOG, line -> line.getInteger("rulesVersion", 0) == 2, line -> line.put("tenantHoldsMax", 2));
        refused("ANSWER", "NOT_EXECUTED");
    }

    @Test
    void aQuotaThatCountsTheHoldsOfOtherTenants() throws IOException {
        answers("", "h3", 429, answer("acme", "h2").getJsonObject("body"));
        refused("ANSWER", "NOT_EXECUTED");
    }

    @Test
    void aQuotaThatIsPassed() throws IOException {
        JsonObject made = answer("", "h3").getJsonObject("body").copy();
        answers("acme", "h2", 201, made.put("id", "h2").put("owner", "ann"));
        refused("ANSWER");
    }

    @Test
    void aRefusedCommandThatRunsLater() throws IOException {
        run(true);
        refused("NOT_EXECUTED");
    }
}
