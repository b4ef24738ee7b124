package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.history.CallResult;
import dev.hotlane.proof.history.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * Local reads that a row makes at chosen gateways: of the two counters of the load whose values add up to 0. They are
 * recorded like all calls. One thread: the row's.
 */
final class LocalReadProbe {
    /** Allows an answer of any age. */
    static final String ANY_AGE = "maxStaleMs=3600000";

    /** Callers of the load and of the row have other numbers. */
    private static final int CLIENT = 2_000;

    private final Scene on;
    private long reads;
    private long fromView;
    private long fromLane;
    private long failed;
    private long oldestMs;
    private CallResult lastFailed;

    LocalReadProbe(Scene on) {
        this.on = on;
    }

    /** Number of the gateway that runs alone. */
    int alone() {
        return on.gateways().size() - 1;
    }

    /** Number of a node's gateway. */
    int gatewayOf(ChildSlot node) {
        return on.processors().indexOf(node);
    }

    /** Sends a read; returns at once. */
    Future<CallResult> send(int gateway, String terms) {
        JsonArray keys = new JsonArray(List.of(on.lane() + ":0:plus", on.lane() + ":0:minus"));
        return on.callers()
                .send(
                        CLIENT + gateway,
                        gateway,
                        Request.post("/v1/counters/query?" + terms, null, new JsonObject().put("keys", keys)));
    }

    /** Makes a read, waits for its answer and counts it. */
    CallResult read(int gateway, String terms) {
        CallResult result = Scene.ended(send(gateway, terms));
        reads++;
        if (result.status() != 200 || result.proof() == null) {
            failed++;
            lastFailed = result;
        } else {
            fromView += isFromView(result) ? 1 : 0;
            fromLane += isFromView(result) ? 0 : 1;
            oldestMs = Math.max(oldestMs, result.proof().staleMs());
        }
        return result;
    }

    /** Whether it was answered from a view. */
    static boolean isFromView(CallResult result) {
        return result.proof() != null && "view".equals(result.proof().source());
    }

    /** Waits until the view of that gateway answers, and is at most that old; returns the answer. */
    CallResult awaitView(int gateway, long staleMsMax) {
        CallResult[] last = new CallResult[1];
        on.await("an answer from the view of gateway " + gateway, () -> {
            last[0] = Scene.ended(send(gateway, "maxStaleMs=" + staleMsMax));
            return isFromView(last[0]);
        });
        return last[0];
    }

    /** Waits for a young view at each gateway. */
    void awaitViews() {
        for (int gateway = 0; gateway < on.gateways().size(); gateway++) {
            awaitView(gateway, 1_000);
        }
    }

    /** Fails the row if a counted read was not answered. */
    void requireNoneFailed() {
        on.require(failed == 0, failed + " of " + reads + " local reads failed, the last with " + lastFailed);
    }

    @Override
    public String toString() {
        return String.format(
                "%,d local reads: %,d from a view, %,d from the lane, %,d failed, oldest %,d ms",
                reads, fromView, fromLane, failed, oldestMs);
    }
}
