package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.history.CallResult;
import dev.hotlane.proof.history.Request;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.HdrHistogram.ConcurrentHistogram;

/**
 * Honest callers who hold units, look at the stock and pay while others flood the lane. Their answers are timed. One
 * thread: the row's.
 */
final class Payers {
    private static final long TTL_MS = 3_600_000;
    private static final int HELD_MAX = 1_000;
    private static final int CLIENT = 1_001;

    /** Reads of each payer. */
    private static final int LOOKS = 4;

    private static final String STOCK = "/v1/counters/payers:stock";
    private static final String PRICE = "/v1/counters/payers:price";

    private final Scene on;
    private final ConcurrentHistogram micros = new ConcurrentHistogram(3);
    private int held;
    private int paid;
    private int writes;

    /** Reserves for that number of payers. */
    Payers(Scene on, int count) {
        this.on = on;
        decided(put(STOCK, "stock", HELD_MAX));
        decided(put(PRICE, "price", 0));
        JsonObject one = new JsonObject()
                .put(
                        "lines",
                        new JsonArray()
                                .add(new JsonObject().put("key", "payers:stock").put("quantity", 1)))
                .put("ttlMs", TTL_MS);
        for (held = 0; held < count; held++) {
            decided(Request.post("/v1/reservations", id(held), one));
        }
    }

    private String id(int number) {
        return on.lane() + "-hold-" + number;
    }

    private Request put(String path, String id, int value) {
        return new Request(
                HttpMethod.PUT, path, on.lane() + "-" + id, new JsonObject().put("value", value), Request.ANY);
    }

    private void decided(Request request) {
        CallResult told = on.decided(request);
        on.require(told.type() == CallResult.Type.OK, "an honest caller was answered " + told.body());
    }

    /** The next one looks, prolongs its hold and pays. Each call is sent once to one gateway and must be taken. */
    void pay() {
        String hold = "/v1/reservations/" + id(paid);
        for (int i = 0; i < LOOKS; i++) {
            require(Request.get(STOCK));
        }
        require(Request.post(hold + "/extend", id(paid) + "-x", new JsonObject().put("ttlMs", TTL_MS)));
        require(Request.post(hold + "/confirm", id(paid) + "-c", new JsonObject()));
        paid++;
    }

    /** Whether one is left. */
    boolean left() {
        return paid < held;
    }

    /** Another honest caller's write is rejected now or soon, as MySQL is behind. */
    void awaitOverloaded() {
        on.await("a write that is rejected with OVERLOADED", () -> {
            CallResult told = call(put(PRICE, "price-" + writes, ++writes));
            return told.status() == 503 && "OVERLOADED".equals(told.body().getString("code"));
        });
    }

    /** A key is made now or soon. */
    void awaitTaken(String key) {
        on.await(
                "a new key to be taken",
                () -> call(put("/v1/counters/" + key, key + "-" + writes++, 1)).type() == CallResult.Type.OK);
    }

    private void require(Request request) {
        CallResult told = call(request);
        on.require(
                told.type() == CallResult.Type.OK,
                "an honest caller of " + request.path() + " was answered " + told.status() + " " + told.body());
    }

    private CallResult call(Request request) {
        long begin = System.nanoTime();
        Future<CallResult> call = on.callers().send(CLIENT, paid % on.gateways().size(), request);
        call.onComplete(ended -> micros.recordValue((System.nanoTime() - begin) / 1_000));
        return Scene.ended(call);
    }

    /** Their number and times. */
    String summary() {
        return String.format(
                "%,d honest answers, p50 %.0f ms, p99 %.0f ms, longest %.0f ms",
                micros.getTotalCount(),
                micros.getValueAtPercentile(50) / 1e3,
                micros.getValueAtPercentile(99) / 1e3,
                micros.getMaxValue() / 1e3);
    }
}
