package dev.hotlane.jmh.lane.callers;

import dev.hotlane.client.Batcher;
import dev.hotlane.client.BatcherSettings;
import dev.hotlane.client.CallOutcome;
import dev.hotlane.client.ClientSettings;
import dev.hotlane.client.CounterValue;
import dev.hotlane.client.Done;
import dev.hotlane.client.LaneCall;
import dev.hotlane.client.LaneClient;
import dev.hotlane.client.LaneOp;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.jmh.lane.http.CpuShares;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The stock as a counter of a lane, sold through the Java client's batcher. */
final class LaneStock implements HotStock {
    static final String KEY = "key:hot";

    private final BenchLane lane;
    private final LaneClient client;
    private final Batcher batcher;

    LaneStock(BenchLane lane, BatcherSettings settings, long units) {
        this.lane = lane;
        lane.add(KEY, units);
        client = LaneClient.connect(ClientSettings.of("http://127.0.0.1:" + lane.port()));
        batcher = client.batcher(settings);
    }

    @Override
    public String name() {
        return "Hotlane, client with Batcher";
    }

    private LaneCall<?> sale() {
        return client.transact(LaneOp.add(KEY, -1));
    }

    @Override
    public CompletableFuture<String> sell() {
        return batcher.sendAsync(sale()).thenApply(LaneStock::wrong);
    }

    @Override
    public String sellAndWait() {
        return wrong(batcher.send(sale()));
    }

    private static String wrong(CallOutcome<?> outcome) {
        return outcome.isDone() ? null : outcome.toString();
    }

    @Override
    public Map<String, Long> pids() {
        return CpuShares.pids(lane);
    }

    @Override
    public List<String> check(long sold) throws InterruptedException {
        List<String> faults = new ArrayList<>();
        CallOutcome<CounterValue> outcome = client.counters().get(KEY).send();
        if (!(outcome instanceof Done<CounterValue> done)) {
            return List.of("the counter can't be read: " + outcome);
        }
        long gone = CallersBench.STOCK - done.value().value();
        if (gone != sold) {
            faults.add(
                    String.format(Locale.ROOT, "the counter is short of %,d units, the answers sold %,d", gone, sold));
        }
        lane.awaitFlushed();
        Verification verification = lane.verify();
        if (!verification.equal()) {
            faults.add(verification.summary());
        }
        return faults;
    }

    @Override
    public void close() {
        batcher.close();
        client.close();
    }
}
