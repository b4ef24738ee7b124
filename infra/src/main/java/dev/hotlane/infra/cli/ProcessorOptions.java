package dev.hotlane.infra.cli;

import dev.hotlane.flusher.batch.BatchLimits;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.processor.ProcessorSettings;
import dev.hotlane.processor.ProcessorSettings.Log;
import dev.hotlane.processor.ProcessorSettings.Pace;
import dev.hotlane.processor.ProcessorSettings.Patience;
import dev.hotlane.processor.lead.LeadSettings;
import dev.hotlane.processor.ring.WaitKind;
import dev.hotlane.processor.watch.Retention;
import dev.hotlane.processor.watch.Retention.ForFeed;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of a processor: a picocli mixin, see {@link ProcessorSettings} for their meaning. */
final class ProcessorOptions {
    /** The options that supply the components of a processor's settings. */
    private static final Map<String, String> OPTIONS = Map.ofEntries(
            Map.entry("httpPort", "--processor-http-port"),
            Map.entry("ringSize", "--ring-size"),
            Map.entry("tickInterval", "--tick-interval-ms"),
            Map.entry("takeoverSilence", "--takeover-silence-ms"),
            Map.entry("replyWaitMax", "--reply-wait-max-ms"),
            Map.entry("flushInterval", "--flush-interval-ms"),
            Map.entry("keysMax", "--flush-keys-max"),
            Map.entry("startPatience", "--start-patience-ms"),
            Map.entry("stopPatience", "--stop-patience-ms"),
            Map.entry("margin", "--retention-margin"),
            Map.entry("interval", "--retention-interval-ms"),
            Map.entry("bytesMax", "--retention-feed-max-bytes"));

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Mixin
    private StatusPortOptions port;

    @Option(
            names = "--processor-directory",
            paramLabel = "DIR",
            defaultValue = ".",
            description = "For what is put aside: garbage.ndjson (default: the working directory).")
    private Path directory;

    @Option(
            names = "--ring-size",
            paramLabel = "N",
            defaultValue = "" + Pace.RING_SIZE,
            description = "Places in the ring, a power of two (default: ${DEFAULT-VALUE}).")
    private int ringSize;

    @Option(
            names = "--wait-strategy",
            paramLabel = "NAME",
            description = {
                "How stages wait: parking, blocking, sleeping, yielding or busy-spin",
                "(default: what fits this machine's cores)."
            })
    private String waitStrategy;

    @Option(
            names = "--tick-interval-ms",
            paramLabel = "MS",
            defaultValue = "100",
            description = "Time between two TICKs of the leader (default: ${DEFAULT-VALUE}).")
    private long tickIntervalMs;

    @Option(
            names = "--takeover-silence-ms",
            paramLabel = "MS",
            defaultValue = "1000",
            description =
                    "A leader that wrote nothing to the log for this time may be replaced (default: ${DEFAULT-VALUE}).")
    private long takeoverSilenceMs;

    @Option(
            names = "--reply-wait-max-ms",
            paramLabel = "MS",
            defaultValue = "10000",
            description = "Longest wait of a caller: after a replay only younger replies are sent again"
                    + " (default: ${DEFAULT-VALUE}).")
    private long replyWaitMaxMs;

    @Option(
            names = "--flush-interval-ms",
            paramLabel = "MS",
            defaultValue = "50",
            description = "Time between two flushes while fewer rows are dirty (default: ${DEFAULT-VALUE}).")
    private long flushIntervalMs;

    @Option(
            names = "--flush-keys-max",
            paramLabel = "N",
            defaultValue = "50000",
            description =
                    "A flush is due at once at this number of dirty rows, counters and holds (default: ${DEFAULT-VALUE}).")
    private int flushKeysMax;

    @Option(
            names = "--start-patience-ms",
            paramLabel = "MS",
            defaultValue = "60000",
            description = "Longest wait at start for Kafka and MySQL (default: ${DEFAULT-VALUE}).")
    private long startPatienceMs;

    @Option(
            names = "--stop-patience-ms",
            paramLabel = "MS",
            defaultValue = "10000",
            description = "Longest wait for the RESIGN and a TICK behind it, and again for the last flush"
                    + " (default: ${DEFAULT-VALUE}).")
    private long stopPatienceMs;

    @Option(
            names = "--retention-margin",
            paramLabel = "N",
            defaultValue = "-1",
            description = "The leader deletes log records below MySQL's offset minus N, and before the second-newest"
                    + " snapshot that `hotlane drill` has proven; -1: never (default: ${DEFAULT-VALUE}).")
    private long retentionMargin;

    @Option(
            names = "--retention-interval-ms",
            paramLabel = "MS",
            defaultValue = "30000",
            description = "Time between two looks at what may be deleted (default: ${DEFAULT-VALUE}).")
    private long retentionIntervalMs;

    @Option(
            names = "--retention-feed",
            arity = "0..1",
            paramLabel = "BOOLEAN",
            defaultValue = "false",
            fallbackValue = "true",
            description =
                    "Keeps the log also for the change feed, from the keepFrom of its position on; without a position"
                            + " nothing is deleted (default: ${DEFAULT-VALUE}).")
    private boolean retentionFeed;

    @Option(
            names = "--retention-feed-max-bytes",
            paramLabel = "BYTES",
            defaultValue = "0",
            description = "Log that is kept for the feed at most; above it the feed gets a gap; 0: no bound"
                    + " (default: ${DEFAULT-VALUE}).")
    private long retentionFeedMaxBytes;

    @Option(
            names = "--view",
            arity = "0..1",
            paramLabel = "BOOLEAN",
            defaultValue = "false",
            fallbackValue = "true",
            description = "Passes changed counters to the views of gateways: in memory to that of this process, by the"
                    + " topic LANE.view to those that run alone (default: ${DEFAULT-VALUE}).")
    private boolean view;

    @Option(
            names = "--mysql-migrate",
            arity = "0..1",
            paramLabel = "BOOLEAN",
            defaultValue = "true",
            fallbackValue = "true",
            description = "Makes and alters the tables at start; false leaves that to `hotlane schema migrate`"
                    + " (default: ${DEFAULT-VALUE}).")
    private boolean migrate;

    /** Returns the settings of a processor of that lane, or throws a usage error. */
    ProcessorSettings settings(KafkaConnection kafka, String lane, MySqlOptions mysql) {
        WaitKind waiting = waiting();
        return Usage.settings(command, OPTIONS::get, () -> made(kafka, lane, mysql, waiting));
    }

    private WaitKind waiting() {
        if (waitStrategy == null) {
            return WaitKind.fitFor(Runtime.getRuntime().availableProcessors());
        }
        String choices = Stream.of(WaitKind.values())
                .map(kind -> kind.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .collect(Collectors.joining(", "));
        String name = waitStrategy.toUpperCase(Locale.ROOT).replace('-', '_');
        Usage.require(
                Stream.of(WaitKind.values()).anyMatch(kind -> kind.name().equals(name)),
                command,
                "--wait-strategy",
                "one of " + choices);
        return WaitKind.valueOf(name);
    }

    private ProcessorSettings made(KafkaConnection kafka, String lane, MySqlOptions mysql, WaitKind waiting) {
        FlushSettings flush = FlushSettings.of(mysql.url(), mysql.user(), mysql.password())
                .withLimits(new BatchLimits(Duration.ofMillis(flushIntervalMs), flushKeysMax))
                .withMigrates(migrate);
        return new ProcessorSettings(
                lane,
                new Log(
                        kafka,
                        new Retention(
                                retentionMargin,
                                Duration.ofMillis(retentionIntervalMs),
                                new ForFeed(retentionFeed, retentionFeedMaxBytes))),
                flush,
                directory,
                port.settings(command),
                new Pace(
                        ringSize,
                        waiting,
                        new LeadSettings(Duration.ofMillis(tickIntervalMs), Duration.ofMillis(takeoverSilenceMs))),
                new Patience(
                        Duration.ofMillis(replyWaitMaxMs),
                        Duration.ofMillis(startPatienceMs),
                        Duration.ofMillis(stopPatienceMs)),
                view);
    }
}
