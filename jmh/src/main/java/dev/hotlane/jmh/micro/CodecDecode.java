package dev.hotlane.jmh.micro;

import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Reading a COMMAND: checksum, id, ops, fingerprint. */
@State(Scope.Thread)
public class CodecDecode {
    private final CommandSource source = new CommandSource(1_000_000);
    private final RecordView view = new RecordView();

    @Setup(Level.Iteration)
    public void stamp() {
        source.next();
    }

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
}
