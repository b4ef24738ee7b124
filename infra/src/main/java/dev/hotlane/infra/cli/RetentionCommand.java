package dev.hotlane.infra.cli;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.infra.retention.LaneRetention;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.watch.Retention;
import dev.hotlane.processor.watch.Retention.ForFeed;
import dev.hotlane.protocol.TopicSpec;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** `hotlane retention`: deletes log records, under an account of its own; until SIGTERM. */
@Command(
        name = "retention",
        mixinStandardHelpOptions = true,
        description = {
            "Deletes log records that MySQL and two proven snapshots have, until SIGTERM.",
            "With ACLs it does what the leader does without them (--retention-margin), by the same rules and under an"
                    + " account that may delete. Leave --retention-margin of the processors at -1 then."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:Stopped as asked, or with --once: done.",
            "1:Kafka did not answer at start.",
            "2:Usage.",
            "12:The command topic was deleted and created again.",
            "19:Kafka refused the account, or an operation.",
            "20:With --once: MySQL did not answer, or the account may not read its tables."
        })
final class RetentionCommand extends LaneCommand {
    @Option(
            names = "--keep-records",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Records below MySQL's offset that stay, for processes that are behind"
                    + " (default: ${DEFAULT-VALUE}).")
    private long keep;

    @Option(
            names = "--keep-interval-ms",
            paramLabel = "MS",
            defaultValue = "30000",
            description = "Time between two looks at what may be deleted (default: ${DEFAULT-VALUE}).")
    private long intervalMs;

    @Option(
            names = "--keep-feed",
            description = "Keeps the log also for the change feed, as --retention-feed of the leader does: without a"
                    + " position of a feed nothing is deleted.")
    private boolean keepFeed;

    @Option(
            names = "--keep-feed-max-bytes",
            paramLabel = "BYTES",
            defaultValue = "0",
            description = "Log that is kept for the feed at most; above it the feed gets a gap; 0: no bound"
                    + " (default: ${DEFAULT-VALUE}).")
    private long keepFeedMaxBytes;

    @Option(names = "--once", description = "Looks once, deletes what may go, and ends: for a job on a timetable.")
    private boolean once;

    private long deletedBelow;
    private String failure;
    private String feedFailure;

    @Override
    public Integer call() throws InterruptedException {
        Usage.requireAtLeast(0, keep, spec, "--keep-records");
        Usage.requireAtLeast(1_000, intervalMs, spec, "--keep-interval-ms");
        Usage.requireAtLeast(0, keepFeedMaxBytes, spec, "--keep-feed-max-bytes");
        FlushSettings database = mysql.checkpoint();
        return Foreground.run(spec, foreground -> {
            Retention retention =
                    new Retention(keep, Duration.ofMillis(intervalMs), new ForFeed(keepFeed, keepFeedMaxBytes));
            try (LaneRetention lane = new LaneRetention(kafka.connection(), this.lane.lane(), database, retention)) {
                serve(lane, foreground);
            }
        });
    }

    private void serve(LaneRetention retention, Foreground foreground) throws InterruptedException {
        round(retention);
        while (!once && !foreground.awaitRequest(Duration.ofMillis(intervalMs))) {
            round(retention);
        }
    }

    private void round(LaneRetention retention) {
        long now = retention.round();
        Optional<String> fault = retention.fault();
        if (fault.isPresent()) {
            failed(fault.get());
            return;
        }
        failure = null;
        feedFailed(retention.feedFault().orElse(null));
        PrintWriter out = spec.commandLine().getOut();
        if (now > deletedBelow) {
            out.println("the records of " + TopicSpec.commands(lane.lane()).name() + " below offset " + now
                    + " are deleted");
        } else if (once) {
            out.println("nothing is to be deleted");
        }
        deletedBelow = now;
        out.flush();
    }

    private void feedFailed(String fault) {
        if (fault != null && !fault.equals(feedFailure)) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("the log is kept for the feed: " + fault);
            err.flush();
        }
        feedFailure = fault;
    }

    private void failed(String fault) {
        String text = "MySQL does not tell how far the log may be deleted, so nothing is deleted: " + fault;
        if (once) {
            throw new HaltReason(ExitCode.MYSQL_UNREACHABLE, text);
        }
        if (!text.equals(failure)) {
            failure = text;
            PrintWriter err = spec.commandLine().getErr();
            err.println(text);
            err.flush();
        }
    }
}
