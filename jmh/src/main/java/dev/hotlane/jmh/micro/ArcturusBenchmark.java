package dev.hotlane.jmh.micro;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * 1,000,000 transactions through a ring into a marshaller, no I/O. An operation is one transaction: its keys copied into
 * the ring and hashed, looked up by bytes, the latest values kept, batches frozen as the flusher's defaults have it, and
 * the rest at the end. "ring" is the same with the bare look-up in place of a marshaller.
 */
@State(Scope.Thread)
public class ArcturusBenchmark {
    @Param({"ring", "hBatching", "vBatching1", "vBatching2"})
    public String kind;

    @Param({"1", "3", "10"})
    public int updates;

    @Param({"1000", "1000000"})
    public int distinct;

    private final List<Takers.Out> outs = new ArrayList<>();
    private UpdateLog log;
    private long[] all;
    private UpdateRing ring;
    private long next = 1;

    /** Updates that went in and rows that would have gone to MySQL: their ratio is what coalescing saves. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.EVENTS)
    public static class Coalescing {
        public long updates;
        public long rows;
    }

    @Setup
    public void start() {
        log = new UpdateLog(updates, distinct);
        all = new long[distinct];
        ring = new UpdateRing(log, Takers.of(kind, distinct, outs));
    }

    @Benchmark
    @OperationsPerInvocation(UpdateLog.TRANSACTIONS)
    public void transactions(Coalescing coalescing) {
        long before = rows();
        ring.round(next);
        next += UpdateLog.TRANSACTIONS;
        coalescing.updates += (long) UpdateLog.TRANSACTIONS * updates;
        coalescing.rows += rows() - before;
    }

    private long rows() {
        long rows = 0;
        for (Takers.Out out : outs) {
            rows += out.rows;
        }
        return rows;
    }

    /** One more round, whose batches are looked into: every key must come to the value of its last update. */
    @TearDown(Level.Iteration)
    public void verify() {
        outs.forEach(out -> out.looking = true);
        ring.round(next);
        outs.forEach(out -> out.looking = false);
        for (Takers.Out out : outs) {
            for (int key = 0; key < distinct; key++) {
                all[key] = Math.max(all[key], out.values[key]);
            }
        }
        log.verify(all, next);
        next += UpdateLog.TRANSACTIONS;
    }

    @TearDown
    public void stop() throws com.lmax.disruptor.TimeoutException {
        ring.stop();
    }
}
