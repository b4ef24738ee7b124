package dev.hotlane.jmh.micro;

import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.ReplyWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.MessageHeaderDecoder;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.nio.charset.StandardCharsets;
import org.agrona.ExpandableArrayBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The bytes of a command of one add, and of its reply: written by one process, read by another. */
@State(Scope.Thread)
public class CodecBenchmark {
    private static final byte[] NO_TRACE = {};
    private static final int REPLIES = 1_024;
    private static final long VALUE = 41;

    private final CommandSource source = new CommandSource(1_000_000);
    private final RecordView view = new RecordView();
    private final RecordWriter writer = new RecordWriter();
    private final Command content = Command.transact(Op.add("stock:sku-0000000001", -1));
    private final byte[] id = "019a8b7c-0000-7000-8000-000000000001".getBytes(StandardCharsets.US_ASCII);
    private final ReplyWriter reply = new ReplyWriter();
    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(256);
    private final ReplyDecoder replied = new ReplyDecoder();
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private long request;

    @Setup(Level.Iteration)
    public void stamp() {
        source.next();
    }

    /** Checksum, id, ops, fingerprint. */
    @Benchmark
    @OperationsPerInvocation(CommandSource.ROUND)
    public long decode() {
        long fingerprints = 0;
        for (int i = 0; i < CommandSource.ROUND; i++) {
            if (view.wrap(source.ids[i], source.values[i]) != RecordKind.COMMAND
                    || view.command().opCount() != 1) {
                throw new IllegalStateException("record " + i + " is not the command that was encoded");
            }
            fingerprints += view.command().fingerprint();
        }
        return fingerprints;
    }

    /** A record value of its own for each command, checked and sealed; the last of a round is read back. */
    @Benchmark
    @OperationsPerInvocation(REPLIES)
    public long encode() {
        byte[] value = NO_TRACE;
        long bytes = 0;
        for (int i = 0; i < REPLIES; i++) {
            value = writer.command(id, new Routing(1, 2, ++request, 0), content, NO_TRACE);
            bytes += value.length;
        }
        if (view.wrap(id, value) != RecordKind.COMMAND || view.command().request() != request) {
            throw new IllegalStateException("what was encoded does not read back");
        }
        return bytes;
    }

    /** The reply to it, in place; the last of a round is read back. */
    @Benchmark
    @OperationsPerInvocation(REPLIES)
    public long reply() {
        long bytes = 0;
        for (int i = 0; i < REPLIES; i++) {
            reply.begin(buffer, 0).to(1, 2, ++request, 3).verdict(Verdict.OK, request, 5);
            reply.results(1).result(VALUE + 1, VALUE, request);
            bytes += reply.end();
        }
        replied.wrapAndApplyHeader(buffer, 0, header);
        if (replied.request() != request
                || replied.problem().count() != 0
                || replied.results().next().value() != VALUE) {
            throw new IllegalStateException("what was replied does not read back");
        }
        return bytes;
    }
}
