package dev.hotlane.proof.contract;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Makes for every operation a request that succeeds; first runs the commands that it needs. */
final class Samples {
    private final Driver driver;
    private final Map<String, Supplier<Asked>> samples = new LinkedHashMap<>();

    Samples(Driver driver) {
        this.driver = driver;
        transactions();
        reservations();
        counters();
        samples.put("getProduct", () -> driver.request("getProduct").at("id", ContractLane.PRODUCT));
        samples.put(
                "listProducts", () -> driver.request("listProducts").query("ids=" + ContractLane.PRODUCT + ",none"));
        samples.put("watch", () -> driver.request("watch").query("key=t&key=u"));
        samples.put("changes", () -> driver.request("changes").query("kind=confirm"));
        for (String page : new String[] {"getStatus", "getStats", "healthz", "readyz", "getMetrics", "getContract"}) {
            samples.put(page, () -> driver.request(page));
        }
    }

    private void transactions() {
        samples.put(
                "transact",
                () -> driver.request("transact")
                        .body(
                                "{\"ops\":[{\"op\":\"add\",\"key\":\"t\",\"delta\":1},{\"op\":\"set\",\"key\":\"u\",\"value\":2}]}"));
        samples.put("batch", () -> driver.request("batch").body(line("{\"op\":\"add\",\"key\":\"b\",\"delta\":1}")));
        samples.put("getCommand", () -> driver.request("getCommand").at("id", done("transact")));
        samples.put("abandon", () -> driver.request("abandon").at("id", done("transact")));
        samples.put(
                "take",
                () -> driver.request("take")
                        .at("key", "bucket " + driver.freshKey())
                        .body("{\"tokens\":1,\"count\":10,\"periodMs\":1000,\"burst\":10}"));
    }

    private String line(String op) {
        return "{\"id\":\"" + driver.freshKey() + "\",\"ops\":[" + op + "]}\n";
    }

    private void reservations() {
        samples.put("reserve", () -> reserve("stock:s", "limit:" + driver.freshKey()));
        samples.put("listReservations", () -> driver.request("listReservations").query("owner=u7&state=held&limit=2"));
        samples.put("getReservation", () -> driver.request("getReservation").at("id", done("reserve")));
        samples.put(
                "confirm",
                () -> driver.request("confirm").at("id", done("reserve")).body("{}"));
        samples.put(
                "cancel",
                () -> driver.request("cancel").at("id", done("reserve")).body("{}"));
        samples.put(
                "extend",
                () -> driver.request("extend").at("id", done("reserve")).body("{\"ttlMs\":60000}"));
    }

    /** One unit of stock, which has 1,000, and two of a limit of two. */
    Asked reserve(String stock, String limit) {
        stock(stock, 1_000);
        return driver.request("reserve")
                .body("{\"lines\":[{\"key\":\"" + stock + "\",\"quantity\":1}],\"limits\":[{\"key\":\"" + limit
                        + "\",\"quantity\":2,\"max\":2}],\"ttlMs\":600000,\"owner\":\"u7\"}");
    }

    /** Sets a counter. */
    void stock(String key, long value) {
        driver.valid(driver.request("putCounter").at("key", key).body("{\"value\":" + value + "}"), 200);
    }

    private void counters() {
        samples.put(
                "putCounter",
                () -> driver.request("putCounter").at("key", "c/ü %").body("{\"value\":5}"));
        samples.put("getCounter", () -> driver.request("getCounter").at("key", "c/ü %"));
        samples.put(
                "increment", () -> driver.request("increment").at("key", "c").body("{\"amount\":3}"));
        samples.put("drain", () -> driver.request("drain").at("key", "c"));
        samples.put("deleteCounter", () -> driver.request("deleteCounter").at("key", "c"));
        samples.put("queryCounters", () -> driver.request("queryCounters").body("{\"keys\":[\"c\",\"t\"]}"));
        samples.put("listCounters", () -> driver.request("listCounters").query("prefix=c&limit=2"));
    }

    /** Whether there is a sample of that operation. */
    boolean has(Operation operation) {
        return samples.containsKey(operation.id());
    }

    /** A fresh request of that operation. */
    Asked of(Operation operation) {
        return samples.get(operation.id()).get();
    }

    /** Runs a command of that operation; returns its key. */
    String done(String operation) {
        Asked asked = samples.get(operation).get();
        driver.valid(asked, success(asked.operation()));
        return asked.key();
    }

    /** Its status of success. */
    static int success(Operation operation) {
        return operation.statuses().iterator().next();
    }
}
