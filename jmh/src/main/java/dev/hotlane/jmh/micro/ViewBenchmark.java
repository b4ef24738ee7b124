package dev.hotlane.jmh.micro;

import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.State;
import dev.hotlane.processor.view.OwnView;
import dev.hotlane.processor.view.ViewPorts;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.ViewPack;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What the stage view costs a whole processor, as in {@link WholeProcessorBenchmark}: with a view in memory that returns
 * each pack at once, against none. A gateway's table is not in it.
 */
@org.openjdk.jmh.annotations.State(Scope.Thread)
public class ViewBenchmark {
    @Param({"1", "1000000"})
    public int keys;

    @Param({"false", "true"})
    public boolean view;

    @Param("4194304")
    public int window;

    private CommandSource source;
    private State state;
    private InMemoryProcessor processor;
    private long commands;

    @Setup
    public void fill() {
        source = new CommandSource(keys);
        state = source.filled(window, new Effects());
        processor = new InMemoryProcessor(state, view ? new ViewPorts(new Returned(), null, 1) : ViewPorts.NONE);
    }

    @Setup(Level.Invocation)
    public void stamp() {
        source.next();
        processor.publish(source.time(), new byte[1][], new byte[][] {source.tick()});
        processor.await();
    }

    @Benchmark
    @OperationsPerInvocation(CommandSource.ROUND)
    public void commands() {
        processor.publish(source.time(), source.ids, source.values);
        processor.await();
        commands += CommandSource.ROUND;
    }

    @TearDown(Level.Iteration)
    public void verify() {
        source.verify(state);
        processor.verify(commands);
        if (view != processor.packs() > 0) {
            throw new IllegalStateException(processor.packs() + " packs passed to " + (view ? "a" : "no") + " view");
        }
    }

    @TearDown
    public void stop() throws InterruptedException {
        processor.stop();
    }

    /** A view that is done with each pack at once. */
    private static final class Returned implements OwnView {
        @Override
        public void row(byte[] key, int length, long value, long version, long held, long confirmed) {}

        @Override
        public void loaded(Meta cut, long topicHash) {}

        @Override
        public boolean idle() {
            return true;
        }

        @Override
        public void take(ViewPack pack) {}
    }
}
