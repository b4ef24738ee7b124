package dev.hotlane.jmh.micro;

import com.lmax.disruptor.RingBuffer;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.State;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Ring + state, or ring + state + hBatching whose frozen batches are thrown away: replay without Kafka and MySQL. */
@org.openjdk.jmh.annotations.State(Scope.Thread)
public class RingWithState {
    @Param({"1", "1000", "1000000"})
    public int keys;

    @Param("4194304")
    public int window;

    @Param({"false", "true"})
    public boolean hBatching;

    @Param("8192")
    public int ringSize;

    private CommandSource source;
    private State state;
    private LaneRing lane;

    @Setup
    public void fill() {
        source = new CommandSource(keys);
        state = source.filled(window, new Effects());
        lane = new LaneRing(state, ringSize, hBatching);
    }

    @Setup(Level.Invocation)
    public void stamp() {
        source.next();
        lane.publish(source.time(), null, source.tick());
    }

    @Benchmark
    @OperationsPerInvocation(CommandSource.ROUND)
    public void publishAndApply() {
        RingBuffer<LaneRing.Slot> ring = lane.ring();
        for (int i = 0; i < CommandSource.ROUND; i++) {
            long sequence = ring.next();
            LaneRing.Slot slot = ring.get(sequence);
            slot.timestamp = source.time();
            slot.key = source.ids[i];
            slot.value = source.values[i];
            ring.publish(sequence);
        }
        lane.await();
    }

    @TearDown(Level.Iteration)
    public void verify() {
        source.verify(state);
        lane.verify();
    }

    @TearDown
    public void stop() throws com.lmax.disruptor.TimeoutException {
        lane.stop();
    }
}
