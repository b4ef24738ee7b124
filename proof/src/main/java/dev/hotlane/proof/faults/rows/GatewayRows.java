package dev.hotlane.proof.faults.rows;

import dev.hotlane.proof.faults.failpoint.Action;
import dev.hotlane.proof.faults.failpoint.Point;
import dev.hotlane.proof.faults.scene.ChildSlot;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.proof.faults.scene.ScenePlan;
import dev.hotlane.proof.history.CallResult;
import dev.hotlane.proof.history.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** A gateway is killed between send and reply; every request is sent five times at once. */
public final class GatewayRows {
    private static final int TIMES = 5;
    private static final int AT_ONCE = 20;

    private GatewayRows() {}

    /** The rows, in the order of their numbers. */
    public static List<FaultRow> all() {
        return List.of(
                FaultRow.of(
                        "F07",
                        "kill -9 of a gateway between send and reply",
                        "the other gateway returns the original result",
                        ScenePlan.USUAL.withFailpoints(),
                        GatewayRows::killed),
                FaultRow.of(
                        "F10",
                        "every request five times at once, two gateways",
                        "applied = distinct ids, all answers alike",
                        ScenePlan.USUAL,
                        GatewayRows::fivefold));
    }

    private static Request increment(String key, String id) {
        return Request.post("/v1/counters/" + key + "/increment", id, new JsonObject().put("amount", 1));
    }

    private static void killed(Scene on) {
        on.expectExit(Action.HALTED);
        ChildSlot gateway = on.gateways().get(0);
        int rounds = on.rounds(10, 2);
        int unknown = 0;
        int replayed = 0;
        for (int round = 0; round < rounds; round++) {
            on.await("a gateway that serves", gateway::ready);
            int before = gateway.exits().size();
            gateway.trap(Point.GATEWAY_SENT, Action.HALT, on.random().nextInt(5, 40));
            List<Request> sent = new ArrayList<>();
            List<Future<CallResult>> calls = new ArrayList<>();
            on.nemesis("halt gateway-1 after a send");
            while (gateway.exits().size() == before) {
                for (int i = 0; i < AT_ONCE; i++) {
                    sent.add(increment("killed", "killed-" + round + "-" + sent.size()));
                    calls.add(on.callers().send(1_000 + i, 0, sent.get(sent.size() - 1)));
                }
                Scene.ended(calls.get(calls.size() - 1));
            }
            for (int i = 0; i < sent.size(); i++) {
                if (Scene.ended(calls.get(i)).type() == CallResult.Type.UNKNOWN) {
                    unknown++;
                    replayed += again(on, sent.get(i)).replayed() ? 1 : 0;
                }
            }
        }
        on.fact(String.format(
                "%d kills, %d calls without an answer, %d of them had run and got the result",
                rounds, unknown, replayed));
    }

    private static CallResult again(Scene on, Request request) {
        CallResult told = on.decided(request);
        CallResult once = on.decided(request);
        on.require(
                told.status() == 200 && once.replayed() && once.body().equals(told.body()),
                request.id() + " was answered " + told + ", then " + once);
        return told;
    }

    private static void fivefold(Scene on) {
        int ids = on.rounds(2_000, 200);
        long executed = 0;
        for (int i = 0; i < ids; i += AT_ONCE) {
            List<List<Future<CallResult>>> all = new ArrayList<>();
            for (int id = i; id < i + AT_ONCE; id++) {
                Request request = increment("five", "five-" + id);
                List<Future<CallResult>> same = new ArrayList<>();
                for (int time = 0; time < TIMES; time++) {
                    same.add(
                            on.callers().send(1_000 + time, time % on.gateways().size(), request));
                }
                all.add(same);
            }
            for (int j = 0; j < all.size(); j++) {
                executed += judge(on, increment("five", "five-" + (i + j)), all.get(j));
            }
        }
        long value = on.decided(Request.get("/v1/counters/five")).body().getLong("value");
        on.require(value == ids, "the counter stands at " + value + " after " + ids + " distinct ids");
        on.require(executed == ids, executed + " answers were first ones, expected " + ids);
        on.fact(String.format("%,d ids, %,d sends", ids, ids * TIMES));
    }

    /** Returns the number of answers without the mark of a repeat; retries a call without a final answer. */
    private static long judge(Scene on, Request request, List<Future<CallResult>> calls) {
        List<CallResult> told = new ArrayList<>();
        for (Future<CallResult> call : calls) {
            CallResult heard = Scene.ended(call);
            told.add(heard.isFinal() ? heard : on.decided(request));
        }
        long kinds = told.stream().map(CallResult::body).distinct().count();
        on.require(kinds == 1, request.id() + " was answered " + told);
        return told.stream().filter(one -> !one.replayed()).count();
    }
}
