package dev.hotlane.processor.state;

import java.math.BigInteger;
import java.util.List;

/** One op on the counters of a naive lane; {@code held} sums up the units of stock that the command has taken so far. */
record NaiveOp(NaiveLane lane, Input.Operation op, int index, long sequence, boolean holds, BigInteger[] stockHeld) {
    private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

    /** Null if it was done, else why not. */
    NaiveLane.Answer run(List<Reply.Result> results) {
        lane.forgetIfPassed(op.key());
        Reply.Counter met = lane.row(op.key());
        NaiveLane.Answer rejection = conditions(met);
        if (rejection != null) {
            return rejection;
        }
        switch (op.op()) {
            case "check":
                results.add(new Reply.Result(met.value(), met.value(), Math.abs(met.version())));
                return check(met.value());
            case "remove":
                lane.put(op.key(), new Reply.Counter(0, 0, met.held(), 0), false);
                results.add(new Reply.Result(met.value(), 0, 0));
                return null;
            case "set":
                return set(met, results);
            case "take":
                return take(met, results);
            default:
                return add(met, results);
        }
    }

    private NaiveLane.Answer reject(String verdict, long available, long limit, long retryAfter) {
        Reply.Problem problem = new Reply.Problem(index, available, limit, retryAfter, 0);
        return NaiveLane.Answer.rejection(verdict, problem);
    }

    private NaiveLane.Answer conditions(Reply.Counter met) {
        if (op.flags().contains("ifAbsent") && met.version() != 0) {
            return reject("EXISTS", met.value(), 0, 0);
        }
        Long version = op.args().get("ifVersion");
        if (version != null && version != Math.abs(met.version())) {
            return reject("VERSION_MISMATCH", met.value(), Math.abs(met.version()), 0);
        }
        Long value = op.args().get("ifValue");
        boolean bucket = met.version() < 0;
        if (value != null && (bucket || value != met.value())) {
            return reject("VALUE_MISMATCH", met.value(), value, 0);
        }
        boolean counts = op.op().equals("add")
                || op.op().equals("check")
                        && (op.args().containsKey("min") || op.args().containsKey("max"));
        return bucket && counts ? reject("VALUE_MISMATCH", met.value(), 0, 0) : null;
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

    private NaiveLane.Answer set(Reply.Counter met, List<Reply.Result> results) {
        BigInteger value = BigInteger.valueOf(op.args().get("value"));
        if (op.flags().contains("onHand")) {
            value = value.subtract(BigInteger.valueOf(met.held()));
        }
        if (value.compareTo(LEAST) < 0 || value.compareTo(MOST) > 0) {
            return reject("OVERFLOW", met.value(), op.args().get("value"), 0);
        }
        return write(met, value.longValueExact(), sequence, met.held(), results);
    }

    private NaiveLane.Answer take(Reply.Counter met, List<Reply.Result> results) {
        if (met.version() > 0 || met.version() == 0 && (met.held() != 0 || met.confirmed() != 0)) {
            return reject("VALUE_MISMATCH", met.value(), 0, 0);
        }
        BigInteger million = BigInteger.valueOf(1_000_000);
        BigInteger tokens = BigInteger.valueOf(op.args().get("tokens"));
        BigInteger burst = BigInteger.valueOf(op.args().get("burst"));
        BigInteger interval = upwards(
                BigInteger.valueOf(op.args().get("periodMs")).multiply(million),
                BigInteger.valueOf(op.args().get("count")));
        BigInteger now = BigInteger.valueOf(lane.time).multiply(million);
        BigInteger full = BigInteger.valueOf(met.value()).max(now);
        BigInteger room = now.add(burst.multiply(interval)).subtract(full);
        if (tokens.signum() == 0) {
            results.add(new Reply.Result(met.value(), met.value(), Math.abs(met.version())));
            return null;
        }
        BigInteger wanted = tokens.multiply(interval);
        if (wanted.compareTo(room) > 0) {
            long left = room.signum() < 0 ? 0 : room.divide(interval).longValueExact();
            long later = upwards(wanted.subtract(room), million).longValueExact();
            return reject("RATE_LIMITED", left, burst.longValueExact(), later);
        }
        return write(met, full.add(wanted).longValueExact(), -sequence, met.held(), results);
    }

    private static BigInteger upwards(BigInteger dividend, BigInteger divisor) {
        BigInteger[] parts = dividend.divideAndRemainder(divisor);
        return parts[0].add(BigInteger.valueOf(parts[1].signum()));
    }

    private NaiveLane.Answer add(Reply.Counter met, List<Reply.Result> results) {
        Long min = op.flags().contains("noMin") ? null : op.args().getOrDefault("min", 0L);
        Long max = op.args().get("max");
        BigInteger from = BigInteger.valueOf(met.value());
        BigInteger to = from.add(BigInteger.valueOf(op.args().get("delta")));
        if (op.flags().contains("clamp")) {
            boolean up = to.compareTo(from) >= 0;
            BigInteger ceiling = max == null ? MOST : BigInteger.valueOf(max);
            BigInteger floor = min == null ? LEAST : BigInteger.valueOf(min);
            BigInteger kept = up ? to.min(ceiling).max(from) : to.max(floor).min(from);
            return write(met, kept.longValueExact(), sequence, met.held(), results);
        }
        if (max != null && to.compareTo(BigInteger.valueOf(max)) > 0) {
            return reject("LIMIT_EXCEEDED", met.value(), max, 0);
        } else if (min != null && to.compareTo(BigInteger.valueOf(min)) < 0) {
            return reject("INSUFFICIENT", met.value(), min, 0);
        } else if (to.compareTo(MOST) > 0) {
            return reject("OVERFLOW", met.value(), Long.MAX_VALUE, 0);
        } else if (to.compareTo(LEAST) < 0) {
            return reject("OVERFLOW", met.value(), Long.MIN_VALUE, 0);
        }
        return holds ? hold(met, to, results) : write(met, to.longValueExact(), sequence, met.held(), results);
    }

    private NaiveLane.Answer hold(Reply.Counter met, BigInteger to, List<Reply.Result> results) {
        BigInteger quantity = BigInteger.valueOf(op.args().get("delta")).negate();
        BigInteger held = BigInteger.valueOf(met.held()).add(quantity);
        if (held.compareTo(MOST) > 0) {
            return reject("OVERFLOW", met.value(), Long.MAX_VALUE, 0);
        } else if (held.compareTo(LEAST) < 0) {
            return reject("OVERFLOW", met.value(), Long.MIN_VALUE, 0);
        }
        NaiveLane.Answer full = rowsFull(met);
        if (full != null) {
            return full;
        }
        stockHeld[0] = stockHeld[0].add(quantity.max(BigInteger.ZERO));
        if (stockHeld[0].compareTo(MOST) > 0) {
            return reject("OVERFLOW", met.value(), Long.MAX_VALUE, 0);
        }
        return write(met, to.longValueExact(), sequence, held.longValueExact(), results);
    }

    private NaiveLane.Answer rowsFull(Reply.Counter met) {
        boolean fresh = met.equals(Reply.Counter.ABSENT);
        boolean full = fresh && lane.counters.size() >= lane.rules.countersMax();
        return full ? reject("LIMIT_EXCEEDED", lane.counters.size(), lane.rules.countersMax(), 0) : null;
    }

    private NaiveLane.Answer write(Reply.Counter met, long value, long version, long held, List<Reply.Result> results) {
        NaiveLane.Answer full = rowsFull(met);
        if (full == null) {
            lane.put(op.key(), new Reply.Counter(value, version, held, met.confirmed()), false);
            results.add(new Reply.Result(met.value(), value, Math.abs(version)));
        }
        return full;
    }
}
