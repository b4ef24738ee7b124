package dev.hotlane.proof.model;

import dev.hotlane.proof.model.OpRules.Arg;
import java.math.BigInteger;

/**
 * The arithmetic of a take. A bucket's one number is the nanosecond of log time at which it is full again. Each token
 * taken moves that by one interval; it may lie at most BURST intervals ahead. Any thread.
 */
public final class TokenBucket {
    private static final BigInteger MILLION = BigInteger.valueOf(1_000_000);

    /** A period, and the time in which an empty bucket fills, are below that many nanoseconds. */
    private static final BigInteger FILLED_BEFORE = BigInteger.TWO.pow(62);

    private final ModelOp take;
    private final BigInteger burst;

    /** The bucket that this take speaks of. */
    TokenBucket(ModelOp take) {
        this.take = take;
        burst = BigInteger.valueOf(take.arg(Arg.BURST));
    }

    /** Whole tokens in the bucket, and milliseconds until it is full. */
    public record Level(long tokens, long fullAfter) {}

    /** The level of a bucket that a take left with that value at that log time. */
    public static Level level(ModelOp take, long value, long time) {
        TokenBucket bucket = new TokenBucket(take);
        BigInteger owed = BigInteger.valueOf(value)
                .subtract(BigInteger.valueOf(time).multiply(MILLION))
                .max(BigInteger.ZERO);
        return new Level(
                bucket.tokens(bucket.burst.multiply(bucket.interval()).subtract(owed)),
                upwards(owed, MILLION).longValueExact());
    }

    /** Whether the numbers make a bucket, and a number of tokens that it can hold. */
    boolean fits() {
        long tokens = take.arg(Arg.TOKENS);
        BigInteger period = BigInteger.valueOf(take.arg(Arg.PERIOD_MS)).multiply(MILLION);
        return take.arg(Arg.COUNT) > 0
                && take.arg(Arg.PERIOD_MS) > 0
                && tokens >= 0
                && tokens <= take.arg(Arg.BURST)
                && burst.signum() > 0
                && period.compareTo(FILLED_BEFORE) < 0
                && burst.multiply(interval()).compareTo(FILLED_BEFORE) < 0;
    }

    /** Nanoseconds for one token, rounded up. */
    private BigInteger interval() {
        return upwards(
                BigInteger.valueOf(take.arg(Arg.PERIOD_MS)).multiply(MILLION), BigInteger.valueOf(take.arg(Arg.COUNT)));
    }

    /** Nanoseconds of a full bucket's room that are left at that log time. */
    BigInteger room(long value, long time) {
        BigInteger now = BigInteger.valueOf(time).multiply(MILLION);
        return now.add(burst.multiply(interval())).subtract(fullAt(value, time));
    }

    /** The nanosecond at which it is full, if nothing is taken. */
    BigInteger fullAt(long value, long time) {
        return BigInteger.valueOf(value).max(BigInteger.valueOf(time).multiply(MILLION));
    }

    /** Nanoseconds that the take needs. */
    BigInteger wanted() {
        return BigInteger.valueOf(take.arg(Arg.TOKENS)).multiply(interval());
    }

    /** Whole tokens in that many nanoseconds of room. */
    long tokens(BigInteger room) {
        return room.signum() < 0 ? 0 : room.divide(interval()).longValueExact();
    }

    /** Milliseconds until there is room. */
    long retryAfter(BigInteger room) {
        return upwards(wanted().subtract(room), MILLION).longValueExact();
    }

    private static BigInteger upwards(BigInteger dividend, BigInteger divisor) {
        BigInteger[] parts = dividend.divideAndRemainder(divisor);
        return parts[0].add(BigInteger.valueOf(parts[1].signum()));
    }
}
