package dev.hotlane.infra.cli;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.gateway.settings.MySqlSettings;
import dev.hotlane.infra.feed.FeedPort;
import dev.hotlane.infra.feed.FeedRun;
import dev.hotlane.infra.feed.FeedScope;
import dev.hotlane.infra.feed.FeedSettings;
import dev.hotlane.infra.feed.FeedStatus;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.processor.ProcessorSettings.Http;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.recover.Retry;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.common.errors.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** `hotlane feed`: publishes every change of a lane as JSON; until SIGTERM. */
@Command(
        name = "feed",
        mixinStandardHelpOptions = true,
        description = {
            "Publishes every change of a lane as JSON, once, until SIGTERM.",
            "Writes LANE.counters, LANE.changes and LANE.progress (`hotlane topics create --feed`) in one transaction a"
                    + " cut. Reads the log, and the lane's database at most once. Has no part in the lane.",
            "A second feed of the same lane stands by and takes over after a second of silence."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:Stopped as asked.",
            "2:Usage.",
            "12:A topic was deleted and created again.",
            "13:A topic is missing.",
            "15:A topic has another setting, or what the topics hold has other prefixes, or is no feed's.",
            "16:The log was cut, and there is no state to begin with.",
            "19:Kafka refused the account, or an operation.",
            "10:Kafka did not answer at the start within --start-patience-ms.",
            "20:As 16, but MySQL did not answer: a restart may begin with its checkpoint.",
            "50, 53:The HTTP port is taken; a file of it is not valid.",
            "51:The directory can't be used.",
            "30, 31, 33:As a processor.",
            "32:The state differs from the leader's; nothing of that was published."
        })
final class FeedCommand extends LaneCommand {
    @Option(
            names = "--feed-prefix",
            paramLabel = "PREFIXES",
            split = ",",
            description = "Only keys with one of these prefixes, separated by commas; default: all keys.")
    private List<String> prefixes = List.of();

    @Option(
            names = "--feed-buckets",
            arity = "0..1",
            paramLabel = "BOOLEAN",
            defaultValue = "false",
            fallbackValue = "true",
            description = "Token buckets too (default: ${DEFAULT-VALUE}).")
    private boolean buckets;

    @Option(
            names = "--feed-directory",
            paramLabel = "DIR",
            defaultValue = "feed",
            description = "For its state files, of this process alone (default: ${DEFAULT-VALUE}).")
    private Path directory;

    @Option(
            names = "--feed-snapshot",
            paramLabel = "FILE",
            description = "A snapshot to begin with, if the log before it was deleted.")
    private Path snapshot;

    @Option(
            names = "--start-patience-ms",
            paramLabel = "MS",
            defaultValue = "60000",
            description = "Longest wait at start for Kafka (default: ${DEFAULT-VALUE}).")
    private long startPatienceMs;

    @Mixin
    private FeedPortOptions port;

    @Mixin
    private LogOptions log;

    @Override
    public Integer call() throws InterruptedException {
        Usage.require(
                prefixes.stream().noneMatch(String::isEmpty), spec, "--feed-prefix", "prefixes of keys, none empty");
        Usage.requireAtLeast(0, startPatienceMs, spec, "--start-patience-ms");
        log.begin(lane.lane(), "feed");
        log.incarnation(UUID.randomUUID().toString());
        FeedScope scope = new FeedScope(prefixes, buckets);
        FeedSettings settings =
                new FeedSettings(kafka.connection(), lane.lane(), scope, directory, database(), snapshot);
        Http http = port.settings(spec);
        Settings.print(spec, spec.commandLine().getOut());
        return Foreground.run(spec, foreground -> {
            try {
                serve(settings, http, foreground);
            } catch (TimeoutException e) {
                throw new HaltReason(
                        ExitCode.KAFKA_UNREACHABLE,
                        "Kafka did not answer: " + e.getMessage() + ". Check that it runs and that address, user and"
                                + " network fit, then start again",
                        e);
            }
        });
    }

    private FlushSettings database() {
        MySqlSettings given = mysql.orNull();
        return given == null ? null : Verifier.database(given.jdbcUrl(), given.user(), given.password());
    }

    /** Whether Kafka did not answer: all else that ends a start is not cured by a wait. */
    static boolean unanswered(Exception fault) {
        return fault instanceof TimeoutException || fault.getCause() instanceof TimeoutException;
    }

    private void serve(FeedSettings settings, Http http, Foreground foreground) {
        PrintWriter out = spec.commandLine().getOut();
        FeedStatus status = new FeedStatus();
        Retry start = new Retry(Duration.ofMillis(startPatienceMs), foreground::awaitRequest);
        // Null if it was asked to end before Kafka answered.
        try (FeedPort open = new FeedPort(http, status);
                FeedRun feed = start.until(
                        "Kafka",
                        ExitCode.KAFKA_UNREACHABLE,
                        FeedCommand::unanswered,
                        () -> new FeedRun(settings, status))) {
            out.println("feed: " + http.scheme() + "://" + http.host() + ":" + open.port() + "/v1/status");
            out.flush();
            FeedStatus.Role[] shown = {null};
            foreground.whileNotAsked(() -> {
                feed.step();
                FeedStatus.Role role = status.role();
                if (role != shown[0]) {
                    shown[0] = role;
                    out.println("feed of lane " + lane.lane() + ": " + role + " at sequence " + status.upTo());
                    out.flush();
                }
            });
        }
    }
}
