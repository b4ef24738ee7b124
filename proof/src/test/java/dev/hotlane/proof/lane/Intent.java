package dev.hotlane.proof.lane;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** One command of the load and its results. Owned by the event loop of its client until the load is over. */
final class Intent {
    final Call call;
    final String[] counters;
    final long[] deltas;

    /** Attempts that must have a record in the log ({@code answered}), and that may have one ({@code unknown}). */
    int answered;

    int unknown;

    /** The first final answer; dropped once no repeat is compared with it any more. */
    Answer answer;

    long offset;
    int status;
    String code;
    int failedOp = -1;
    long available;
    final long[] previous;
    final long[] value;

    Intent(String key, String[] counters, long[] deltas) {
        this.counters = counters;
        this.deltas = deltas;
        previous = new long[counters.length];
        value = new long[counters.length];
        JsonObject[] ops = new JsonObject[counters.length];
        for (int i = 0; i < ops.length; i++) {
            ops[i] = Call.add(counters[i], deltas[i]);
        }
        call = Call.transact(key, ops);
    }

    void settle(Answer told) {
        answer = told;
        JsonObject json = told.json();
        offset = json.getLong("offset");
        status = told.status();
        code = json.getString("code");
        if (status == 200) {
            JsonArray results = json.getJsonArray("results");
            for (int i = 0; i < counters.length; i++) {
                previous[i] = results.getJsonObject(i).getLong("previous");
                value[i] = results.getJsonObject(i).getLong("value");
            }
        } else {
            failedOp = json.getInteger("failedOp", -1);
            available = json.getLong("available", -1L);
        }
    }

    @Override
    public String toString() {
        return call.key() + " " + call.body() + " -> " + status + " at " + offset;
    }
}
