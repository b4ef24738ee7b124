package dev.hotlane.proof.history.model;

import dev.hotlane.proof.history.model.ReplayOutcome.Problem;
import dev.hotlane.proof.history.model.ReplayOutcome.Result;
import java.math.BigInteger;

/** What each op does to a counter, or why it may not. Belongs to one thread. */
final class Ops {
    private static final BigInteger INT64_MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger INT64_MAX = BigInteger.valueOf(Long.MAX_VALUE);

    private final CounterTable counters;
    private final long sequence;
    private final long logTime;

    Ops(CounterTable counters, long sequence, long logTime) {
        this.counters = counters;
        this.sequence = sequence;
        this.logTime = logTime;
    }

    Result run(TableRow op) throws ReplayRefusal {
        return switch (op.text("op")) {
            case "add" -> add(op);
            case "set" -> set(op);
            case "check" -> check(op);
            case "take" -> Take.run(op, counters, sequence, logTime);
            case "remove" -> remove(op);
            default -> throw new IllegalArgumentException("no such op: " + op);
        };
    }

    private Result add(TableRow op) throws ReplayRefusal {
        String key = op.text("key");
        Counter counter = counters.get(key);
        if (counter.bucket()) {
            throw new ReplayRefusal("VALUE_MISMATCH", Problem.met(counter.value()));
        }
        BigInteger min = bound(op, "min", op.has("min") ? null : BigInteger.ZERO);
        BigInteger max = bound(op, "max", null);
        BigInteger sum = BigInteger.valueOf(counter.value()).add(BigInteger.valueOf(op.number("delta")));
        if (op.is("clamp")) {
            return clamp(key, counter, sum, min, max);
        }
        if (max != null && sum.compareTo(max) > 0) {
            throw new ReplayRefusal("LIMIT_EXCEEDED", Problem.bound(counter.value(), max.longValueExact()));
        }
        if (min != null && sum.compareTo(min) < 0) {
            throw new ReplayRefusal("INSUFFICIENT", Problem.bound(counter.value(), min.longValueExact()));
        }
        if (sum.compareTo(INT64_MIN) < 0 || sum.compareTo(INT64_MAX) > 0) {
            long edge = sum.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
            throw new ReplayRefusal("OVERFLOW", Problem.bound(counter.value(), edge));
        }
        return write(key, counter, sum.longValueExact());
    }

    private static BigInteger bound(TableRow op, String name, BigInteger otherwise) {
        return op.text(name) == null ? otherwise : BigInteger.valueOf(op.number(name));
    }

    /** As much as the bound that lies ahead allows, maybe nothing, never back. */
    private Result clamp(String key, Counter counter, BigInteger sum, BigInteger min, BigInteger max) {
        BigInteger value = BigInteger.valueOf(counter.value());
        BigInteger low = value.min(min == null ? INT64_MIN : min);
        BigInteger high = value.max(max == null ? INT64_MAX : max);
        return write(key, counter, sum.max(low).min(high).longValueExact());
    }

    private Result write(String key, Counter counter, long value) {
        counters.put(key, counter.with(value, sequence));
        return new Result(key, counter.value(), value, sequence, null);
    }

    private Result set(TableRow op) throws ReplayRefusal {
        String key = op.text("key");
        Counter counter = counters.get(key);
        if (op.is("ifAbsent") && counter.version() != 0) {
            throw new ReplayRefusal("EXISTS", Problem.met(counter.value()));
        }
        conditions(op, counter);
        BigInteger value = BigInteger.valueOf(op.number("value"));
        if ("onHand".equals(op.text("basis"))) {
            value = value.subtract(BigInteger.valueOf(counter.held()));
        }
        if (value.compareTo(INT64_MIN) < 0 || value.compareTo(INT64_MAX) > 0) {
            long edge = value.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
            throw new ReplayRefusal("OVERFLOW", Problem.bound(counter.value(), edge));
        }
        return write(key, counter, value.longValueExact());
    }

    private Result check(TableRow op) throws ReplayRefusal {
        String key = op.text("key");
        Counter counter = counters.get(key);
        conditions(op, counter);
        if (op.has("notBefore") && logTime < op.number("notBefore")) {
            long opens = op.number("notBefore");
            throw new ReplayRefusal("NOT_OPEN", new Problem(null, null, null, opens, null, opens - logTime, null));
        }
        if (op.has("notAfter") && logTime > op.number("notAfter")) {
            throw new ReplayRefusal("CLOSED", new Problem(null, null, null, op.number("notAfter"), null, null, null));
        }
        if (op.has("max") && counter.value() > op.number("max")) {
            throw new ReplayRefusal("LIMIT_EXCEEDED", Problem.bound(counter.value(), op.number("max")));
        }
        if (op.has("min") && counter.value() < op.number("min")) {
            throw new ReplayRefusal("INSUFFICIENT", Problem.bound(counter.value(), op.number("min")));
        }
        return new Result(key, counter.value(), counter.value(), counter.version(), null);
    }

    private Result remove(TableRow op) throws ReplayRefusal {
        String key = op.text("key");
        Counter counter = counters.get(key);
        conditions(op, counter);
        counters.put(key, counter.removed());
        return new Result(key, counter.value(), 0, 0, null);
    }

    private static void conditions(TableRow op, Counter counter) throws ReplayRefusal {
        if (op.has("ifVersion") && counter.version() != op.number("ifVersion")) {
            throw new ReplayRefusal(
                    "VERSION_MISMATCH", new Problem(null, null, counter.value(), null, counter.version(), null, null));
        }
        if (op.has("ifValue") && counter.value() != op.number("ifValue")) {
            throw new ReplayRefusal("VALUE_MISMATCH", Problem.met(counter.value()));
        }
    }
}
