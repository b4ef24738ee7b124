package dev.hotlane.jmh.micro;

import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.State;
import dev.hotlane.processor.view.ViewPorts;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A whole processor but for Kafka and MySQL: its ring, state, replies packed for a gateway, hBatching with window
 * entries. An operation is one command of one add.
 */
@org.openjdk.jmh.annotations.State(Scope.Thread)
public class WholeProcessorBenchmark {
    @Param({"1", "1000", "1000000"})
    public int keys;

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
        processor = new InMemoryProcessor(state, ports());
    }

    /** Where its stage view passes packs: nowhere. */
    ViewPorts ports() {
        return ViewPorts.NONE;
    }

    /** Checks the number of packs that its stage view has passed. */
    void verifyPacks(long packs) {
        if (packs != 0) {
            throw new IllegalStateException(packs + " packs passed to no view");
        }
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
        verifyPacks(processor.packs());
    }

    @TearDown
    public void stop() throws InterruptedException {
        processor.stop();
    }
}
