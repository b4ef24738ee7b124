package dev.hotlane.jmh.micro;

import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.MessageHeaderDecoder;
import dev.hotlane.protocol.sbe.ReadKind;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.agrona.concurrent.UnsafeBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The window, full, as callers meet it: each operation is one record, decoded, applied and answered, on 1,000 keys. A hit
 * is the retry of one of the 65,536 newest commands that it holds; a miss asks for an id that it doesn't. What goes in
 * and out is {@link StateApplyBenchmark}'s: each new command comes into a full window and drops the oldest.
 */
@org.openjdk.jmh.annotations.State(Scope.Thread)
public class WindowLookupsBenchmark {
    private static final int KEYS = 1_000;

    @Param("4194304")
    public int window;

    private final Effects effects = new Effects();
    private final CommandSource source = new CommandSource(KEYS);
    private final byte[][] reads = new byte[CommandSource.ROUND][];
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final ReplyDecoder reply = new ReplyDecoder();
    private State state;

    @Setup
    public void fill() {
        state = source.filled(window, effects);
        RecordWriter writer = new RecordWriter();
        for (int i = 0; i < reads.length; i++) {
            byte[] unknown = UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII);
            reads[i] = writer.readById(new Routing(1, 2, i, 0), ReadKind.COMMAND, unknown);
        }
    }

    @Benchmark
    @OperationsPerInvocation(CommandSource.ROUND)
    public void hit() {
        apply(source.ids, source.values);
        require(answer().flags().replayed() && reply.verdict() == Verdict.OK.code(), "was not replayed");
    }

    @Benchmark
    @OperationsPerInvocation(CommandSource.ROUND)
    public void miss() {
        apply(new byte[CommandSource.ROUND][], reads);
        require(answer().verdict() == Verdict.NOT_FOUND.code(), "found something");
    }

    private void apply(byte[][] ids, byte[][] values) {
        long offset = state.nextOffset();
        for (int i = 0; i < values.length; i++) {
            state.apply(offset++, source.time(), ids[i], values[i], effects);
        }
    }

    private ReplyDecoder answer() {
        return reply.wrapAndApplyHeader(new UnsafeBuffer(effects.reply()), 0, header);
    }

    private void require(boolean holds, String fault) {
        if (!holds) {
            throw new IllegalStateException("the last of a round " + fault + ": verdict " + reply.verdict());
        }
    }

    @TearDown(Level.Iteration)
    public void verify() {
        source.verify(state);
    }
}
