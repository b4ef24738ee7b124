package dev.hotlane.infra.cli;

import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.infra.feed.FeedVerifier;
import dev.hotlane.infra.snapshot.SnapshotException;
import dev.hotlane.infra.snapshot.Snapshots;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.infra.verify.VerifyException;
import dev.hotlane.processor.checkpoint.StateLoad;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** `hotlane verify`: compares MySQL with the log. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Compares MySQL with what the log says it must be.",
            "Replays the log into a fresh state, or one from a snapshot, up to MySQL's own offset and compares row by row.",
            "With --feed: compares the topics of the change feed with the log instead, record by record.",
            "Reads only; may run while the lane does.",
            "Exit code 0: equal. 1: different, the first differences are shown. 3: can't be compared."
        })
final class VerifyCommand extends LaneCommand {
    private static final int EQUAL = 0;
    private static final int DIFFERENT = 1;
    private static final int INCOMPARABLE = 3;

    @Option(
            names = "--snapshot",
            paramLabel = "FILE",
            description = "Begin the replay at this snapshot, as when the log before it was deleted; default: at the"
                    + " first record.")
    private Path snapshot;

    @Option(names = "--feed", description = "Compare LANE.changes, LANE.counters and LANE.progress; needs no database.")
    private boolean feed;

    @Override
    public Integer call() {
        Verification verification;
        try {
            if (feed) {
                return compareFeed();
            }
            verification = compare();
        } catch (VerifyException | SnapshotException | FlusherException e) {
            PrintWriter err = spec.commandLine().getErr();
            err.println(e.getMessage());
            err.flush();
            return INCOMPARABLE;
        } catch (KafkaException e) {
            if (KafkaOptions.denial(spec, e).isPresent()) {
                throw e;
            }
            PrintWriter err = spec.commandLine().getErr();
            err.println(e.getMessage());
            err.flush();
            return INCOMPARABLE;
        }
        PrintWriter out = spec.commandLine().getOut();
        out.println(verification.summary());
        verification.differences().forEach(difference -> out.println("  " + difference));
        out.flush();
        return verification.equal() ? EQUAL : DIFFERENT;
    }

    private int compareFeed() {
        StateLoad begin = snapshot == null ? null : Snapshots.read(snapshot);
        FeedVerifier.Result result = FeedVerifier.run(kafka.connection(), lane.lane(), begin);
        PrintWriter out = spec.commandLine().getOut();
        out.println(result.summary());
        result.differences().forEach(difference -> out.println("  " + difference));
        out.flush();
        return result.differences().isEmpty() ? EQUAL : DIFFERENT;
    }

    private Verification compare() {
        StateLoad begin = snapshot == null ? null : Snapshots.read(snapshot);
        return Verifier.run(kafka.connection(), lane.lane(), mysql.checkpoint(), begin);
    }
}
