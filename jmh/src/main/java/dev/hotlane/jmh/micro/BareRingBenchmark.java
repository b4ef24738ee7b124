package dev.hotlane.jmh.micro;

import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.YieldingWaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The bare ring: one producer, one consumer that adds to one of many longs. The ceiling of all that follows. */
@State(Scope.Thread)
public class BareRingBenchmark {
    private static final int ROUND = 1 << 20;
    private static final int RING_SIZE = 1 << 13;

    /** An odd step visits every counter of a power of two. */
    private static final int STEP = 0x9E3779B1;

    @Param({"1048576"})
    public int counters;

    private long[] values;
    private long[] expected;
    private int position;
    private Disruptor<Add> disruptor;
    private RoundEnd roundEnd;

    /** A place in the ring. */
    public static final class Add {
        int counter;
        long delta;
    }

    @Setup
    public void start() {
        values = new long[counters];
        expected = new long[counters];
        roundEnd = new RoundEnd();
        disruptor = new Disruptor<>(
                Add::new, RING_SIZE, Executors.defaultThreadFactory(), ProducerType.SINGLE, new YieldingWaitStrategy());
        disruptor.handleEventsWith((add, sequence, endOfBatch) -> {
            values[add.counter] += add.delta;
            roundEnd.done(sequence);
        });
        disruptor.start();
    }

    @Benchmark
    @OperationsPerInvocation(ROUND)
    public void add() {
        RingBuffer<Add> ring = disruptor.getRingBuffer();
        long sequence = 0;
        for (int i = 0; i < ROUND; i++) {
            sequence = ring.next();
            Add add = ring.get(sequence);
            position += STEP;
            add.counter = position & counters - 1;
            add.delta = i;
            ring.publish(sequence);
        }
        roundEnd.await(sequence);
    }

    /** Does the same without a ring, and compares. */
    @TearDown(Level.Invocation)
    public void verify() {
        int at = position - STEP * ROUND;
        long differences = 0;
        for (int i = 0; i < ROUND; i++) {
            at += STEP;
            int counter = at & counters - 1;
            expected[counter] += i;
        }
        for (int i = 0; i < counters; i++) {
            differences |= expected[i] ^ values[i];
        }
        if (differences != 0) {
            throw new IllegalStateException("the ring's consumer came to other sums than a loop does");
        }
    }

    @TearDown
    public void stop() throws com.lmax.disruptor.TimeoutException {
        disruptor.shutdown(10, TimeUnit.SECONDS);
    }
}
