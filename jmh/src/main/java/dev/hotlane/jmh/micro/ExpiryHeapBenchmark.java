package dev.hotlane.jmh.micro;

import dev.hotlane.processor.state.Heap;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The heap of open holds by their expiry, so many in it: the next leaves and a new one comes; one is put off. */
@State(Scope.Thread)
public class ExpiryHeapBenchmark {
    private static final int ROUND = 1 << 14;
    private static final int TTL_MILLIS = 600_000;

    @Param({"1000", "1000000"})
    public int holds;

    private final SplittableRandom random = new SplittableRandom(7);
    private int[] positions;
    private long[] due;
    private Expiries heap;
    private long now;
    private long ties;

    /** As that of the holds: a row knows its place. */
    private final class Expiries extends Heap {
        @Override
        protected boolean precedes(int place, int other) {
            throw new IllegalStateException("ties differ");
        }

        @Override
        protected void moved(int place, int position) {
            positions[place] = position;
        }
    }

    @Setup
    public void fill() {
        positions = new int[holds];
        due = new long[holds];
        heap = new Expiries();
        for (int place = 0; place < holds; place++) {
            add(place);
        }
    }

    private void add(int place) {
        due[place] = now + 1 + random.nextInt(TTL_MILLIS);
        heap.add(place, due[place], ties++);
    }

    /** The hold that expires next goes, a new one comes in its place. */
    @Benchmark
    @OperationsPerInvocation(ROUND)
    public long expireAndOpen() {
        for (int i = 0; i < ROUND; i++) {
            int first = heap.first();
            if (heap.firstDue() < now || due[first] != heap.firstDue()) {
                throw new IllegalStateException("a hold due at " + due[first] + " came out after " + now);
            }
            now = due[first];
            heap.remove(positions[first]);
            add(first);
        }
        return now;
    }

    /** An open hold, drawn evenly, is put off or brought forward. */
    @Benchmark
    @OperationsPerInvocation(ROUND)
    public long extend() {
        for (int i = 0; i < ROUND; i++) {
            int place = random.nextInt(holds);
            due[place] = now + 1 + random.nextInt(TTL_MILLIS);
            heap.change(positions[place], due[place]);
        }
        return heap.firstDue();
    }

    /** The heap still has all of them, the earliest first. */
    @TearDown(Level.Iteration)
    public void verify() {
        long earliest = Long.MAX_VALUE;
        for (long one : due) {
            earliest = Math.min(earliest, one);
        }
        if (heap.size() != holds || heap.firstDue() != earliest) {
            throw new IllegalStateException("the heap has " + heap.size() + " of " + holds + " holds, its first due at "
                    + heap.firstDue() + ", the earliest is " + earliest);
        }
    }
}
