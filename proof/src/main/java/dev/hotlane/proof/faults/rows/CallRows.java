package dev.hotlane.proof.faults.rows;

import dev.hotlane.infra.log.Uuid7;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.ScenePlan;
import dev.hotlane.proof.history.CallResult;
import dev.hotlane.proof.history.Request;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** Calls that no caller should make. */
public final class CallRows {
    private static final Duration SHORT_MEMORY = Duration.ofSeconds(2);
    private static final long[] EXTREMES = {
        Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MIN_VALUE + 1, 0, 1, -1, 1L << 53, -(1L << 53)
    };

    private CallRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        return List.of(
                FaultRow.of("F11", "same id, other body", "422, nothing changes", ScenePlan.USUAL, CallRows::reused),
                FaultRow.of(
                        "F12",
                        "retry of a timed id after the window has forgotten it",
                        "410 ID_EXPIRED, nothing changes",
                        ScenePlan.USUAL.withWindow(64, SHORT_MEMORY),
                        CallRows::forgotten),
                FaultRow.of(
                        "F42",
                        "nasty keys: case, accents, trailing spaces, NUL, emoji, the longest and one byte more",
                        "read back exactly after a cold start, or refused with 400",
                        ScenePlan.USUAL,
                        NastyKeys::run),
                FaultRow.of(
                        "F46",
                        "extreme, zero and negative amounts, one key several times, drain",
                        "the model agrees on every answer",
                        ScenePlan.USUAL,
                        CallRows::extremes),
                FaultRow.of(
                        "F57",
                        "bad HTTP requests",
                        "each refused with 4xx, none in the log",
                        ScenePlan.USUAL,
                        BadRequests::run));
    }

    private static Request increment(String key, String id, int amount) {
        return Request.post("/v1/counters/" + key + "/increment", id, new JsonObject().put("amount", amount));
    }

    private static void reused(Scene on) {
        int ids = on.rounds(500, 50);
        for (int i = 0; i < ids; i++) {
            CallResult first = on.decided(increment("reused", "reused-" + i, 1));
            CallResult other = on.decided(increment("reused", "reused-" + i, 2));
            CallResult again = on.decided(increment("reused", "reused-" + i, 1));
            on.require(other.status() == 422, "another body was answered " + other);
            on.require(again.replayed() && again.body().equals(first.body()), "first " + first + ", later " + again);
        }
        long value = on.decided(Request.get("/v1/counters/reused")).body().getLong("value");
        on.require(value == ids, "the counter stands at " + value + " after " + ids + " ids");
        on.fact(ids + " ids used twice");
    }

    private static void forgotten(Scene on) {
        int rounds = on.rounds(10, 2);
        Uuid7 uuids = new Uuid7(on.random().nextLong());
        for (int round = 0; round < rounds; round++) {
            long time = System.currentTimeMillis();
            String id = uuids.next(time).toString();
            on.decided(increment("forgotten", id, 1));
            on.await("the window to forget " + id, () -> horizon(on) > time + 1_000);
            CallResult late = on.decided(increment("forgotten", id, 1));
            on.require(
                    late.status() == 410 && "ID_EXPIRED".equals(late.body().getString("code")),
                    "a late retry was answered " + late);
        }
        long value = on.decided(Request.get("/v1/counters/forgotten")).body().getLong("value");
        on.require(value == rounds, "the counter stands at " + value + " after " + rounds + " ids");
        on.fact(rounds + " late retries refused");
    }

    private static long horizon(Scene on) {
        return on.awaitLeader()
                .status()
                .map(status -> status.getJsonObject("state").getLong("horizon"))
                .orElse(0L);
    }

    private static void extremes(Scene on) {
        int count = on.rounds(3_000, 200);
        SplittableRandom random = on.random();
        int refused = 0;
        for (int i = 0; i < count; i++) {
            JsonArray ops = new JsonArray();
            for (int op = random.nextInt(1, 5); op > 0; op--) {
                ops.add(extreme(random));
            }
            CallResult told =
                    on.decided(Request.post("/v1/transactions", "extreme-" + i, new JsonObject().put("ops", ops)));
            refused += told.status() == 200 ? 0 : 1;
            on.require(told.status() < 500, ops + " was answered " + told);
        }
        on.fact(String.format("%,d transactions, %,d refused", count, refused));
    }

    private static JsonObject extreme(SplittableRandom random) {
        String key = "extreme-" + random.nextInt(3);
        long amount = EXTREMES[random.nextInt(EXTREMES.length)];
        JsonObject op = new JsonObject().put("key", key);
        return switch (random.nextInt(4)) {
            case 0 -> op.put("op", "set").put("value", amount);
            case 1 -> op.put("op", "add").put("delta", amount).putNull("min");
            case 2 -> op.put("op", "add").put("delta", amount).putNull("min").put("clamp", true);
            default -> op.put("op", "set").put("value", 0);
        };
    }
}
