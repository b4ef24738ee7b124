package dev.hotlane.processor.state;

import java.math.BigInteger;
import java.util.List;

/** One op on the counters of a naive lane. */
record NaiveOp(NaiveLane lane, Input.Operation op, int index, long sequence) {
    /** Null if it was done, else why not. */
    NaiveLane.Answer run(List<Reply.Result> results) {
        Reply.Counter met = lane.counter(op.key());
        NaiveLane.Answer rejection = conditions(met);
        if (rejection != null) {
            return rejection;
        }
        switch (op.op()) {
            case "check":
                results.add(new Reply.Result(met.value(), met.value(), met.version()));
                return check(met.value());
            case "remove":
                lane.counters.remove(op.key());
                results.add(new Reply.Result(met.value(), 0, 0));
                return null;
            case "set":
                return write(met, op.args().get("value"), results);
            default:
                return add(met, results);
        }
    }

    private NaiveLane.Answer reject(String verdict, long available, long limit, long retryAfter) {
        Reply.Problem problem = new Reply.Problem(index, available, limit, retryAfter, 0);
        return new NaiveLane.Answer(verdict, problem, List.of(), List.of());
    }

    private NaiveLane.Answer conditions(Reply.Counter met) {
        if (op.flags().contains("ifAbsent") && lane.counters.containsKey(op.key())) {
            return reject("EXISTS", met.value(), 0, 0);
        }
        Long version = op.args().get("ifVersion");
        if (version != null && version != met.version()) {
            return reject("VERSION_MISMATCH", met.value(), met.version(), 0);
        }
        Long value = op.args().get("ifValue");
        return value == null || value == met.value() ? null : reject("VALUE_MISMATCH", met.value(), value, 0);
    }

    private NaiveLane.Answer check(long met) {
        Long opens = op.args().get("notBefore");
        Long closes = op.args().get("notAfter");
        Long max = op.args().get("max");
        Long min = op.args().get("min");
        if (opens != null && lane.time < opens) {
            return reject("NOT_OPEN", met, opens, opens - lane.time);
        } else if (closes != null && lane.time > closes) {
            return reject("CLOSED", met, closes, 0);
        } else if (max != null && met > max) {
            return reject("LIMIT_EXCEEDED", met, max, 0);
        }
        return min != null && met < min ? reject("INSUFFICIENT", met, min, 0) : null;
    }

    private NaiveLane.Answer add(Reply.Counter met, List<Reply.Result> results) {
        BigInteger least = BigInteger.valueOf(Long.MIN_VALUE);
        BigInteger most = BigInteger.valueOf(Long.MAX_VALUE);
        Long min = op.flags().contains("noMin") ? null : op.args().getOrDefault("min", 0L);
        Long max = op.args().get("max");
        BigInteger from = BigInteger.valueOf(met.value());
        BigInteger to = from.add(BigInteger.valueOf(op.args().get("delta")));
        if (op.flags().contains("clamp")) {
            boolean up = to.compareTo(from) >= 0;
            BigInteger ceiling = max == null ? most : BigInteger.valueOf(max);
            BigInteger floor = min == null ? least : BigInteger.valueOf(min);
            BigInteger kept = up ? to.min(ceiling).max(from) : to.max(floor).min(from);
            return write(met, kept.longValueExact(), results);
        }
        if (max != null && to.compareTo(BigInteger.valueOf(max)) > 0) {
            return reject("LIMIT_EXCEEDED", met.value(), max, 0);
        } else if (min != null && to.compareTo(BigInteger.valueOf(min)) < 0) {
            return reject("INSUFFICIENT", met.value(), min, 0);
        } else if (to.compareTo(most) > 0) {
            return reject("OVERFLOW", met.value(), Long.MAX_VALUE, 0);
        } else if (to.compareTo(least) < 0) {
            return reject("OVERFLOW", met.value(), Long.MIN_VALUE, 0);
        }
        return write(met, to.longValueExact(), results);
    }

    private NaiveLane.Answer write(Reply.Counter met, long value, List<Reply.Result> results) {
        boolean fresh = !lane.counters.containsKey(op.key());
        if (fresh && lane.counters.size() >= lane.rules.countersMax()) {
            return reject("LIMIT_EXCEEDED", lane.counters.size(), lane.rules.countersMax(), 0);
        }
        lane.counters.put(op.key(), new Reply.Counter(value, sequence, 0, 0));
        results.add(new Reply.Result(met.value(), value, sequence));
        return null;
    }
}
