package dev.hotlane.proof.history.model;

import dev.hotlane.proof.history.model.ReplayOutcome.Bucket;
import dev.hotlane.proof.history.model.ReplayOutcome.Problem;
import dev.hotlane.proof.history.model.ReplayOutcome.Result;

/**
 * A token bucket: its one number is the time, in ns of log time, at which it is full again; each token taken moves that
 * by one interval, and it may lie at most {@code burst} intervals ahead. Any thread.
 */
final class Take {
    private static final long NANOS = 1_000_000;

    private Take() {}

    static Result run(TableRow op, CounterTable counters, long sequence, long logTime) throws ReplayRefusal {
        String key = op.text("key");
        Counter counter = counters.get(key);
        if (!counter.bucket() && counter.version() != 0) {
            throw new ReplayRefusal("VALUE_MISMATCH", Problem.met(counter.value()));
        }
        long now = logTime * NANOS;
        long interval = ceil(op.number("periodMs") * NANOS, op.number("count"));
        long capacity = op.number("burst") * interval;
        long owed = counter.bucket() ? Math.max(0, counter.value() - now) : 0;
        long wanted = owed + op.number("tokens") * interval;
        if (op.number("tokens") > 0 && wanted > capacity) {
            long left = Math.max(0, capacity - owed) / interval;
            long retryAfter = ceil(wanted - capacity, NANOS);
            throw new ReplayRefusal(
                    "RATE_LIMITED", new Problem(null, null, left, op.number("burst"), null, retryAfter, null));
        }
        Bucket told = new Bucket(Math.max(0, capacity - wanted) / interval, ceil(wanted, NANOS));
        if (op.number("tokens") == 0) {
            return new Result(key, counter.value(), counter.value(), counter.version(), told);
        }
        counters.put(key, counter.full(now + wanted, sequence));
        return new Result(key, counter.value(), now + wanted, sequence, told);
    }

    private static long ceil(long dividend, long divisor) {
        return Math.floorDiv(dividend + divisor - 1, divisor);
    }
}
