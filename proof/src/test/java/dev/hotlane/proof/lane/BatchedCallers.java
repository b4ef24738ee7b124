package dev.hotlane.proof.lane;

import dev.hotlane.client.Batcher;
import dev.hotlane.client.CallOutcome;
import dev.hotlane.client.Done;
import dev.hotlane.client.LaneCall;
import dev.hotlane.client.LaneClient;
import dev.hotlane.client.LaneOp;
import dev.hotlane.client.OpResult;
import dev.hotlane.client.Refused;
import dev.hotlane.client.TransactionResult;
import dev.hotlane.client.Unknown;
import dev.hotlane.proof.history.CallResult;
import dev.hotlane.proof.history.Recorder;
import dev.hotlane.proof.history.Request;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads that send adds through one batcher, each one call at a time, and record them. Counter {@code b0} stays near 0,
 * so that about half of its calls are rejected. Every twentieth call has a deadline shorter than a gateway's restart.
 */
final class BatchedCallers {
    private static final int COUNTERS = 8;
    private static final Duration HASTE = Duration.ofMillis(300);

    /** A call whose outcome is open, and its delta. */
    record Open(Request request, String counter, int delta) {}

    private final LaneClient client;
    private final Batcher batcher;
    private final Recorder recorder;
    private final int calls;
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final Map<String, Long> sums = new ConcurrentHashMap<>();
    private final Queue<Open> open = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();

    BatchedCallers(LaneClient client, Batcher batcher, Recorder recorder, int calls) {
        this.client = client;
        this.batcher = batcher;
        this.recorder = recorder;
        this.calls = calls;
    }

    void start(int number, long seed) {
        SplittableRandom seeds = new SplittableRandom(seed);
        for (int i = 0; i < number; i++) {
            int caller = i;
            SplittableRandom random = seeds.split();
            Thread thread = new Thread(() -> run(caller, random), "caller-" + i);
            thread.setUncaughtExceptionHandler((failed, fault) -> faults.add(fault));
            threads.add(thread);
            thread.start();
        }
    }

    private void run(int caller, SplittableRandom random) {
        while (begun.incrementAndGet() <= calls) {
            String counter = "b" + random.nextInt(COUNTERS);
            int delta = random.nextInt(10) < (counter.equals("b0") ? 5 : 8) ? 1 : -1;
            LaneCall<TransactionResult> call = client.transact(LaneOp.add(counter, delta));
            call(caller, random.nextInt(20) == 0 ? call.within(HASTE) : call, counter, delta);
            ended.incrementAndGet();
        }
    }

    private void call(int caller, LaneCall<TransactionResult> call, String counter, int delta) {
        JsonObject op = new JsonObject().put("op", "add").put("key", counter).put("delta", delta);
        Request request =
                Request.post("/v1/transactions", call.id(), new JsonObject().put("ops", new JsonArray().add(op)));
        long invoke = recorder.invokeUntraced(caller, "batcher", request);
        CallOutcome<TransactionResult> outcome = batcher.send(call);
        recorder.result(invoke, caller, result(outcome));
        if (outcome instanceof Done<TransactionResult>) {
            count(counter, delta);
        } else if (!(outcome instanceof Refused<TransactionResult>)) {
            open.add(new Open(request, counter, delta));
        }
    }

    /** Adds the delta of a call that is done. */
    void count(String counter, int delta) {
        sums.merge(counter, (long) delta, Long::sum);
    }

    /** An outcome in the form of the answer that it was read from. */
    private static CallResult result(CallOutcome<TransactionResult> outcome) {
        if (outcome instanceof Done<TransactionResult> done) {
            return new CallResult(CallResult.Type.OK, 200, done.replayed(), body(done.value()));
        }
        if (outcome instanceof Refused<TransactionResult> refused) {
            return new CallResult(CallResult.Type.FAIL, refused.status(), refused.replayed(), body(refused));
        }
        return outcome instanceof Unknown<TransactionResult>
                ? new CallResult(CallResult.Type.UNKNOWN, 504, false, new JsonObject())
                : new CallResult(CallResult.Type.FAIL, 503, false, new JsonObject().put("outcome", "not_executed"));
    }

    private static JsonObject body(TransactionResult value) {
        JsonArray results = new JsonArray();
        for (OpResult one : value.results()) {
            results.add(new JsonObject()
                    .put("key", one.key().orElseThrow())
                    .put("previous", one.previous())
                    .put("value", one.value())
                    .put("version", one.version()));
        }
        return new JsonObject()
                .put("id", value.id())
                .put("offset", value.at().offset())
                .put("time", value.at().time().toEpochMilli())
                .put("results", results);
    }

    private static JsonObject body(Refused<TransactionResult> refused) {
        JsonObject body = new JsonObject().put("code", refused.code().name()).put("status", refused.status());
        refused.at().offset().ifPresent(offset -> body.put("offset", offset));
        refused.op().index().ifPresent(index -> body.put("failedOp", index));
        refused.op().key().ifPresent(key -> body.put("key", key));
        refused.available().ifPresent(available -> body.put("available", available));
        refused.limit().ifPresent(limit -> body.put("limit", limit));
        return body;
    }

    /** Number of calls that have an outcome. */
    int ended() {
        return ended.get();
    }

    boolean areOver() {
        return threads.stream().noneMatch(Thread::isAlive);
    }

    /** Calls that ended as unknown or unanswered. */
    Queue<Open> open() {
        return open;
    }

    /** What ended a thread early. */
    Queue<Throwable> faults() {
        return faults;
    }

    /** By counter: the sum of the deltas of all calls that are done. */
    Map<String, Long> sums() {
        return sums;
    }
}
