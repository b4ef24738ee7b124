package dev.hotlane.client;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The calls of a batcher that their batch did not decide. Each goes on as a single call under its id, 32 at a time: a cut
 * stream leaves thousands of them, and a gateway that starts again must not get all at once. Any thread.
 */
final class DoubtfulCalls {
    private static final int UNDER_WAY_MAX = 32;

    private final LaneClient client;
    private final CallQueue waiting;
    private final Set<BatchedCall<?>> underWay = new HashSet<>();
    private String ended;

    DoubtfulCalls(LaneClient client, int unsettledMax) {
        this.client = client;
        waiting = new CallQueue(unsettledMax);
    }

    void add(BatchedCall<?> call) {
        String reason;
        synchronized (this) {
            reason = ended;
            if (reason == null) {
                waiting.add(call);
            }
        }
        if (reason == null) {
            goOn();
        } else {
            call.end(reason);
        }
    }

    private void goOn() {
        for (BatchedCall<?> call = next(); call != null; call = next()) {
            BatchedCall<?> one = call;
            one.goOn(client, () -> settled(one));
        }
    }

    private synchronized BatchedCall<?> next() {
        while (underWay.size() < UNDER_WAY_MAX && !waiting.isEmpty()) {
            BatchedCall<?> call = waiting.poll();
            if (!call.isSettled()) {
                underWay.add(call);
                return call;
            }
        }
        return null;
    }

    /** The next call starts on another stack: thousands may end at once. */
    private void settled(BatchedCall<?> call) {
        synchronized (this) {
            underWay.remove(call);
            if (waiting.isEmpty()) {
                return;
            }
        }
        client.executor().execute(this::goOn);
    }

    /** Ends the waiting calls whose deadline has passed. */
    void endDue(long now) {
        List<BatchedCall<?>> due;
        synchronized (this) {
            due = waiting.due(now);
        }
        due.forEach(call -> call.end(Batcher.DEADLINE));
    }

    /** A time at or before the first deadline of waiting calls, or that time if there are none. */
    synchronized long earliest(long otherwise) {
        return waiting.isEmpty() ? otherwise : waiting.earliest();
    }

    /** Ends all calls, and those that come later. */
    void end(String reason) {
        List<BatchedCall<?>> open;
        synchronized (this) {
            ended = reason;
            Set<BatchedCall<?>> all = new HashSet<>(underWay);
            all.addAll(waiting.all());
            open = List.copyOf(all);
        }
        open.forEach(call -> call.end(reason));
    }
}
