package dev.hotlane.jmh.micro;

import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.State;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The state alone: decode, apply, reply, change, window entry; on one thread, effects in cache, the window full. An
 * operation is one command.
 */
@org.openjdk.jmh.annotations.State(Scope.Thread)
public class StateApplyBenchmark {
    @Param({"hot", "zipf", "uniform"})
    public String pattern;

    @Param({"1", "3", "10"})
    public int ops;

    @Param("1000000")
    public int keys;

    @Param("4194304")
    public int window;

    private final Effects effects = new Effects();
    private CommandSource source;
    private State state;

    @Setup
    public void fill() {
        source = new CommandSource(keys, ops, pattern);
        state = source.filled(window, effects);
    }

    @Setup(Level.Invocation)
    public void stamp() {
        source.next();
        source.tick(state, effects);
    }

    @Benchmark
    @OperationsPerInvocation(CommandSource.ROUND)
    public void apply() {
        long offset = state.nextOffset();
        for (int i = 0; i < CommandSource.ROUND; i++) {
            state.apply(offset++, source.time(), source.ids[i], source.values[i], effects);
        }
    }

    @TearDown(Level.Iteration)
    public void verify() {
        source.verify(state);
    }
}
