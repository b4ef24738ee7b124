package dev.hotlane.proof.history;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.SplittableRandom;

/**
 * Makes the local reads of one client. Half of them name the greatest offset that the client was answered, so that they
 * read its own writes. Owned by the event loop of its workload.
 */
final class LocalReadIntents {
    private static final int STALE_MS_MAX = 2_000;

    private final int client;
    private final SplittableRandom random;
    private long greatest = -1;

    LocalReadIntents(int client, SplittableRandom random) {
        this.client = client;
        this.random = random;
    }

    /** The client was answered with that offset, or with none (-1). */
    void answered(long offset) {
        greatest = Math.max(greatest, offset);
    }

    /** A read of one counter, of three counters of the group, or of the two whose values add up to 0. */
    Request next(Group group) {
        return switch (random.nextInt(6)) {
            case 0, 1 -> counter(group.any(random));
            case 2 -> counter(random.nextBoolean() ? group.rate : group.plus);
            case 3 -> query(group.stock, group.other, group.limit(client));
            default -> query(group.plus, group.minus);
        };
    }

    private Request counter(String key) {
        return Request.get("/v1/counters/" + Group.segment(key) + "?" + terms());
    }

    private Request query(String... keys) {
        JsonArray named = new JsonArray();
        for (String key : keys) {
            named.add(key);
        }
        return Request.post("/v1/counters/query?" + terms(), null, new JsonObject().put("keys", named));
    }

    private String terms() {
        String min = greatest < 0 ? "" : "&minOffset=" + greatest;
        String maxStale = "maxStaleMs=" + random.nextInt(STALE_MS_MAX);
        return switch (random.nextInt(4)) {
            case 0 -> "consistency=local";
            case 1 -> maxStale;
            case 2 -> maxStale + min;
            default -> "consistency=local" + min;
        };
    }
}
