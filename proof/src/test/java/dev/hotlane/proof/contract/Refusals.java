package dev.hotlane.proof.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.awaitility.Awaitility;

/** Brings about each refusal of a single call or op; its answer must fit the document. */
final class Refusals {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String FAR = "4102444800000";

    private final Driver driver;
    private final Samples samples;

    Refusals(Driver driver, Samples samples) {
        this.driver = driver;
        this.samples = samples;
    }

    void ofTransactions() {
        samples.stock("r", 5);
        samples.stock("most", Long.MAX_VALUE);
        transact("EXISTS", "{\"op\":\"set\",\"key\":\"r\",\"value\":1,\"ifAbsent\":true}");
        transact("VERSION_MISMATCH", "{\"op\":\"check\",\"key\":\"r\",\"ifVersion\":1}");
        transact("VALUE_MISMATCH", "{\"op\":\"remove\",\"key\":\"r\",\"ifValue\":6}");
        transact("NOT_OPEN", "{\"op\":\"check\",\"key\":\"r\",\"notBefore\":" + FAR + "}");
        transact("CLOSED", "{\"op\":\"check\",\"key\":\"r\",\"notAfter\":1}");
        transact("LIMIT_EXCEEDED", "{\"op\":\"add\",\"key\":\"r\",\"delta\":1,\"max\":5}");
        transact("INSUFFICIENT", "{\"op\":\"add\",\"key\":\"r\",\"delta\":-6}");
        transact("OVERFLOW", "{\"op\":\"add\",\"key\":\"most\",\"delta\":1}");
        String slow = "{\"op\":\"take\",\"key\":\"slow\",\"tokens\":1,\"count\":1,\"periodMs\":3600000,\"burst\":1}";
        driver.valid(driver.request("transact").body("{\"ops\":[" + slow + "," + slow + "]}"), 429, "RATE_LIMITED");
        String kinds = "{\"op\":\"take\",\"key\":\"k\",\"tokens\":1,\"count\":9,\"periodMs\":1,\"burst\":9},"
                + "{\"op\":\"add\",\"key\":\"r\",\"delta\":-9,\"clamp\":true},{\"op\":\"check\",\"key\":\"r\"},"
                + "{\"op\":\"set\",\"key\":\"r\",\"value\":9,\"basis\":\"onHand\"},{\"op\":\"remove\",\"key\":\"r\"}";
        driver.valid(driver.request("transact").body("{\"ops\":[" + kinds + "]}"), 200);
    }

    private void transact(String code, String op) {
        driver.valid(driver.request("transact").body("{\"ops\":[" + op + "]}"), 409, code);
    }

    void ofReservations() {
        samples.stock("rs", 5);
        samples.stock("rleast", Long.MIN_VALUE);
        reserve("VERSION_MISMATCH", "\"checks\":[{\"key\":\"rs\",\"ifVersion\":1}]");
        reserve("VALUE_MISMATCH", "\"checks\":[{\"key\":\"rs\",\"ifValue\":6}]");
        reserve("NOT_OPEN", "\"checks\":[{\"key\":\"rs\",\"notBefore\":" + FAR + "}]");
        reserve("CLOSED", "\"checks\":[{\"key\":\"rs\",\"notAfter\":1}]");
        reserve("LIMIT_EXCEEDED", "\"limits\":[{\"key\":\"rl\",\"quantity\":2,\"max\":1}]");
        Asked below = driver.request("reserve")
                .body("{\"lines\":[{\"key\":\"rleast\",\"quantity\":1,\"min\":null}],\"ttlMs\":1000}");
        driver.valid(below, 409, "OVERFLOW");
        reserve("INSUFFICIENT", "\"owner\":\"u8\"", 6);
        String slow = "{\"key\":\"rslow\",\"tokens\":1,\"count\":1,\"periodMs\":3600000,\"burst\":1}";
        Asked twice = driver.request("reserve")
                .body("{\"lines\":[{\"key\":\"rs\",\"quantity\":1}],\"takes\":[" + slow + "," + slow
                        + "],\"ttlMs\":9}");
        driver.valid(twice, 429, "RATE_LIMITED");
        driver.valid(driver.request("getReservation").at("id", "nobody"), 404, "NOT_FOUND");
        String nobody =
                Base64.getUrlEncoder().withoutPadding().encodeToString("nobody".getBytes(StandardCharsets.UTF_8));
        driver.valid(driver.request("listReservations").query("cursor=" + nobody), 410, "ID_EXPIRED");
    }

    private void reserve(String code, String fields) {
        reserve(code, fields, 1);
    }

    private void reserve(String code, String fields, int quantity) {
        Asked asked = driver.request("reserve")
                .body("{\"lines\":[{\"key\":\"rs\",\"quantity\":" + quantity + "}]," + fields + ",\"ttlMs\":1000}");
        driver.valid(asked, 409, code);
    }

    void ofResolutions() {
        for (String operation : new String[] {"confirm", "cancel", "extend"}) {
            driver.valid(on(operation, "nobody"), 404, "NOT_FOUND");
            driver.valid(on(operation, expired()), 410, "EXPIRED");
        }
        String owned = samples.done("reserve");
        for (String operation : new String[] {"confirm", "cancel", "extend"}) {
            String ttl = operation.equals("extend") ? "\"ttlMs\":60000," : "";
            Asked asked = driver.request(operation).at("id", owned);
            driver.valid(asked.body("{" + ttl + "\"owner\":\"somebody-else\"}"), 404, "NOT_FOUND");
        }
        driver.valid(driver.request("getReservation").at("id", owned).query("owner=somebody-else"), 404, "NOT_FOUND");
        String confirmed = samples.done("reserve");
        driver.valid(on("confirm", confirmed), 200);
        Told again = driver.valid(on("confirm", confirmed), 200);
        assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
        driver.valid(on("cancel", confirmed), 409, "ALREADY_CONFIRMED");
        driver.valid(on("extend", confirmed), 409, "ALREADY_CONFIRMED");
        String some = samples.done("reserve");
        String two = "{\"lines\":[{\"key\":\"stock:s\",\"quantity\":2}]}";
        driver.valid(driver.request("confirm").at("id", some).body(two), 409, "EXCEEDS_HELD");
        driver.valid(driver.request("confirm").at("id", confirmed).body(two), 409, "ALREADY_CONFIRMED");
        String cancelled = samples.done("reserve");
        driver.valid(on("cancel", cancelled), 200);
        driver.valid(on("confirm", cancelled), 409, "ALREADY_CANCELLED");
        driver.valid(on("extend", cancelled), 409, "ALREADY_CANCELLED");
        for (String command : new String[] {confirmed, some, cancelled}) {
            driver.valid(driver.request("getReservation").at("id", command), 200);
            driver.valid(driver.request("getCommand").at("id", command), 200);
        }
    }

    private Asked on(String operation, String id) {
        Asked asked = driver.request(operation).at("id", id);
        return operation.equals("extend") ? asked.body("{\"ttlMs\":60000}") : asked;
    }

    private String expired() {
        samples.stock("brief", 5);
        Asked reserve = driver.request("reserve").body("{\"lines\":[{\"key\":\"brief\",\"quantity\":1}],\"ttlMs\":1}");
        driver.valid(reserve, 201);
        Asked read = driver.request("getReservation").at("id", reserve.key());
        Awaitility.await("an expired reservation")
                .atMost(PATIENCE)
                .until(() ->
                        driver.valid(read, 200).json().get("state").asString().equals("expired"));
        return reserve.key();
    }

    void ofCounters() {
        samples.stock("n", 5);
        samples.stock("nmost", Long.MAX_VALUE);
        String bucket = "nb";
        Asked take = driver.request("take").body("{\"count\":1,\"periodMs\":3600000,\"burst\":1}");
        driver.valid(take.at("key", bucket), 200);
        driver.valid(take.at("key", bucket).key(driver.freshKey()), 429, "RATE_LIMITED");
        driver.valid(take.at("key", "n").key(driver.freshKey()), 409, "VALUE_MISMATCH");
        Asked increment = driver.request("increment");
        driver.valid(increment.at("key", bucket), 409, "VALUE_MISMATCH");
        driver.valid(increment.at("key", "nmost").key(driver.freshKey()), 409, "OVERFLOW");
        driver.valid(increment.at("key", "n").key(driver.freshKey()).body("{\"amount\":-6}"), 409, "INSUFFICIENT");
        Asked put = driver.request("putCounter").at("key", "n").body("{\"value\":6}");
        driver.valid(put.header("If-Match", "\"0\""), 412, "VERSION_MISMATCH");
        driver.valid(put.header("If-None-Match", "*").key(driver.freshKey()), 412, "EXISTS");
        Asked delete = driver.request("deleteCounter").at("key", "n");
        driver.valid(delete.header("If-Match", "\"0\""), 412, "VERSION_MISMATCH");
        String tag =
                driver.valid(driver.request("getCounter").at("key", "n"), 200).header("ETag");
        driver.valid(driver.request("getCounter").at("key", "n").header("If-None-Match", tag), 304);
        driver.valid(delete.header("If-Match", tag).key(driver.freshKey()), 200);
        String document = driver.valid(driver.request("getContract"), 200).header("ETag");
        driver.valid(driver.request("getContract").header("If-None-Match", document), 304);
        driver.valid(driver.request("getCommand").at("id", "nobody"), 404, "NOT_FOUND");
    }

    /** Reads that may be local: their form and headers, and the bounds that are rejected. */
    void ofLocalReads() {
        for (String operation : new String[] {"getCounter", "queryCounters"}) {
            Asked read = samples.of(driver.operation(operation));
            ofBounds(read);
            assertThat(driver.valid(read.and("consistency=lane"), 200).json().has("offset"))
                    .isTrue();
        }
        for (String other : new String[] {"increment", "batch", "getReservation", "listReservations", "listCounters"}) {
            Asked asked = samples.of(driver.operation(other));
            driver.any(asked.header("Hotlane-Min-Offset", "1"), 400, "MALFORMED");
            driver.any(asked.query("maxStaleMs=1"), 400, "MALFORMED");
        }
        Asked read = driver.request("getCounter").at("key", "n").query("consistency=local");
        String tag = driver.valid(read, 200).header("ETag");
        Told same = driver.valid(read.header("If-None-Match", tag), 304);
        assertThat(same.header("Hotlane-Offset")).isNotNull();
    }

    private void ofBounds(Asked read) {
        Told local = driver.valid(read.and("consistency=local"), 200);
        assertThat(local.header("Hotlane-Source")).isIn("view", "lane");
        assertThat(local.json().has("offset")).isFalse();
        String offset = local.header("Hotlane-Offset");
        driver.valid(read.header("Hotlane-Min-Offset", offset), 200);
        driver.valid(read.and("minOffset=" + offset + "&maxStaleMs=3600000"), 200);
        driver.valid(read.and("minOffset=9007199254740992"), 400, "OFFSET_IN_FUTURE");
        for (String bad : new String[] {
            "consistency=both",
            "consistency=local&consistency=local",
            "maxStaleMs=3600001",
            "maxStaleMs=-1",
            "minOffset=9007199254740993",
            "minOffset=x",
            "consistency=lane&maxStaleMs=5"
        }) {
            driver.any(read.and(bad), 400, "MALFORMED");
        }
        driver.any(read.header("Hotlane-Min-Offset", "1e3"), 400, "MALFORMED");
    }

    /** Products: both forms of a call, what they reject, and a list that is too long to be sent plain. */
    void ofProducts() {
        for (String operation : new String[] {"getProduct", "listProducts"}) {
            Asked asked = samples.of(driver.operation(operation));
            ofBounds(asked);
            Told plain = driver.valid(asked, 200);
            driver.valid(asked.header("If-None-Match", plain.header("ETag")), 304);
            assertThat(plain.header("Hotlane-Stale-Ms")).isNotNull();
            Told newest = driver.valid(asked.and("consistency=lane"), 200);
            assertThat(newest.header("Hotlane-Source")).isEqualTo("lane");
        }
        driver.valid(driver.request("getProduct").at("id", "none"), 404, "NOT_FOUND");
        driver.any(driver.request("getProduct").at("id", "x".repeat(201)), 400, "MALFORMED");
        driver.any(driver.request("listProducts"), 400, "MALFORMED");
        driver.valid(driver.request("listProducts").query("ids=" + ContractLane.LARGE_PRODUCTS), 413, "TOO_LARGE");
    }

    /** Both forms of readiness, and another one. */
    void ofReadiness() {
        driver.valid(driver.request("readyz").query("of=self"), 200);
        driver.any(driver.request("readyz").query("of=lane"), 400, "MALFORMED");
    }

    /** Watches and streams of changes that are rejected; others have no end. */
    void ofWatches() {
        Asked watch = samples.of(driver.operation("watch"));
        driver.any(watch.header("accept", "application/json"), 406, "NOT_ACCEPTABLE");
        driver.any(watch.header("Last-Event-ID", "x"), 400, "MALFORMED");
        driver.any(watch.header("Last-Event-ID", "other.0000000000000007:1"), 400, "OFFSET_IN_FUTURE");
        for (String bad : new String[] {"", "key=a&key=a", "key=a&prefix=b", "key=a&minIntervalMs=9"}) {
            driver.any(driver.request("watch").query(bad), 400, "MALFORMED");
        }
        RefusedChanges.by(driver);
    }

    /** A board in both forms, and what is rejected. */
    void ofBoards(String prefix) {
        samples.stock(prefix + "a", 5);
        Asked list = driver.request("listCounters").query("prefix=" + prefix);
        Asked board = list.and("consistency=local");
        Told first = driver.valid(board, 200);
        assertThat(first.header("Hotlane-Source")).isEqualTo("view");
        assertThat(first.json().has("offset")).isFalse();
        driver.valid(board.header("Accept-Encoding", "gzip;q=0"), 200);
        driver.valid(board.header("If-None-Match", "*"), 304);
        driver.valid(list.header("Hotlane-Min-Offset", first.header("Hotlane-Offset")), 200);
        driver.valid(board.and("minOffset=9007199254740992"), 400, "OFFSET_IN_FUTURE");
        driver.valid(board.and("maxStaleMs=0"), 503, "UNAVAILABLE");
        for (String bad : new String[] {"consistency=lane", "consistency=local&limit=5", "maxStaleMs=1&cursor=YQ"}) {
            driver.any(list.and(bad), 400, "MALFORMED");
        }
        driver.any(driver.request("listCounters").query("prefix=no-board&consistency=local"), 400, "MALFORMED");
        driver.any(driver.request("listCounters").query("consistency=local"), 400, "MALFORMED");
        assertThat(driver.valid(list.and("limit=5"), 200).json().has("offset")).isTrue();
    }

    /** A batch with a line of every kind, and one with bad lines only. */
    void ofBatches() {
        samples.stock("bs", 9);
        String lines = """
                {"id":"l-1","ops":[{"op":"add","key":"bs","delta":-1}]}
                {"id":"l-1","ops":[{"op":"add","key":"bs","delta":-1}]}
                {"id":"l-1","ops":[{"op":"add","key":"bs","delta":-2}]}
                {"id":"l-2","kind":"reservation","lines":[{"key":"bs","quantity":2}],"ttlMs":60000}
                {"id":"l-3","kind":"extend","reservation":"l-2","ttlMs":90000}
                {"id":"l-4","kind":"confirm","reservation":"l-2"}
                {"id":"l-5","kind":"cancel","reservation":"l-2"}
                {"id":"l-6","kind":"abandon","command":"l-7"}
                {"id":"l-7","ops":[{"op":"add","key":"bs","delta":-1}]}
                """;
        Told told = driver.valid(driver.request("batch").body(lines), 200);
        assertThat(told.body().lines().map(line -> Told.read(line).get("status").asInt()))
                .containsExactly(200, 200, 422, 201, 200, 200, 409, 200, 409);
        String bad = "{\n[]\n{\"id\":\"l-8\"}\n{\"ops\":[]}\n{\"id\":\"l-9\",\"kind\":\"confirm\"}\n";
        Told refused = driver.any(driver.request("batch").body(bad), 200, null);
        assertThat(refused.body()
                        .lines()
                        .map(line -> Told.read(line).get("status").asInt()))
                .containsExactly(400, 400, 400, 400, 400);
    }

    /** Creates counters up to the limit, expects a refusal of one more, and removes them again. */
    void ofAFullLane(int countersMax) {
        batch(countersMax, "{\"op\":\"set\",\"key\":\"full:%d\",\"value\":1}");
        for (String operation : new String[] {"putCounter", "increment", "drain", "take"}) {
            Asked one = samples.of(driver.operation(operation)).at("key", "one more");
            driver.valid(one, 429, "QUOTA_EXCEEDED");
        }
        String set = "{\"op\":\"set\",\"key\":\"one more\",\"value\":1}";
        driver.valid(driver.request("transact").body("{\"ops\":[" + set + "]}"), 429, "QUOTA_EXCEEDED");
        String limit = "{\"key\":\"one more\",\"quantity\":1,\"max\":1}";
        Asked hold = driver.request("reserve")
                .body("{\"lines\":[{\"key\":\"full:0\",\"quantity\":1}],\"limits\":[" + limit + "],\"ttlMs\":1000}");
        driver.valid(hold, 429, "QUOTA_EXCEEDED");
        batch(countersMax, "{\"op\":\"remove\",\"key\":\"full:%d\"}");
    }

    private void batch(int count, String op) {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < count; i++) {
            lines.append("{\"id\":\"").append(driver.freshKey()).append("\",\"ops\":[");
            lines.append(op.formatted(i)).append("]}\n");
        }
        driver.valid(driver.request("batch").body(lines.toString()), 200);
    }
}
