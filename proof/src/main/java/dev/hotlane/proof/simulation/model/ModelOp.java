package dev.hotlane.proof.simulation.model;

import dev.hotlane.proof.simulation.model.ModelAnswer.Counter;
import dev.hotlane.proof.simulation.model.ModelAnswer.Refusal;
import dev.hotlane.proof.simulation.model.ModelAnswer.Result;
import java.util.List;

/** One op of a command on a lane. */
public final class ModelOp {
    /** Every bucket of the simulation has two tokens, and a new one each 40 ms. */
    public static final long BURST = 2;

    /** Milliseconds for one token. */
    public static final long PERIOD = 40;

    private final LaneModel lane;
    private final LogEntry.Op op;
    private final int index;
    private final long own;
    private final boolean holds;
    String verdict;

    ModelOp(LaneModel lane, LogEntry.Op op, int index, long own, boolean holds) {
        this.lane = lane;
        this.op = op;
        this.index = index;
        this.own = own;
        this.holds = holds;
    }

    /** Null if it was done, else why not; the verdict is set then. */
    Refusal run(List<Result> results) {
        if (lane.isFull(lane.rows.getOrDefault(op.key(), Counter.ABSENT))) {
            lane.rows.remove(op.key());
        }
        Counter met = lane.rows.getOrDefault(op.key(), Counter.ABSENT);
        return switch (op.what()) {
            case "add" -> add(met, results);
            case "set" -> write(met, op.n(), own, 0, results);
            case "remove" -> remove(met, results);
            case "check" -> check(met, results);
            default -> take(met, results);
        };
    }

    private Refusal reject(String why, long available, long limit, long retryAfter) {
        verdict = why;
        return new Refusal(index, available, limit, retryAfter, 0);
    }

    private Refusal add(Counter met, List<Result> results) {
        long to = met.value() + op.n();
        if (op.max() != null && to > op.max()) {
            return reject("LIMIT_EXCEEDED", met.value(), op.max(), 0);
        } else if (to < 0) {
            return reject("INSUFFICIENT", met.value(), 0, 0);
        }
        return write(met, to, own, holds ? -op.n() : 0, results);
    }

    private Refusal write(Counter met, long value, long version, long held, List<Result> results) {
        lane.rows.put(op.key(), new Counter(value, version, met.held() + held, met.confirmed()));
        results.add(new Result(met.value(), value, Math.abs(version)));
        return null;
    }

    private Refusal remove(Counter met, List<Result> results) {
        if (met.held() == 0) {
            lane.rows.remove(op.key());
        } else {
            lane.rows.put(op.key(), new Counter(0, 0, met.held(), 0));
        }
        results.add(new Result(met.value(), 0, 0));
        return null;
    }

    private Refusal check(Counter met, List<Result> results) {
        results.add(new Result(met.value(), met.value(), met.version()));
        return met.value() < op.n() ? reject("INSUFFICIENT", met.value(), op.n(), 0) : null;
    }

    private Refusal take(Counter met, List<Result> results) {
        long interval = PERIOD * 1_000_000;
        long now = lane.time * 1_000_000;
        long full = Math.max(met.value(), now);
        long room = now + BURST * interval - full;
        long wanted = op.n() * interval;
        if (wanted > room) {
            long retryAfter = (wanted - room + 999_999) / 1_000_000;
            return reject("RATE_LIMITED", Math.max(0, room) / interval, BURST, retryAfter);
        }
        return write(met, full + wanted, -own, 0, results);
    }
}
