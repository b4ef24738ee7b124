package dev.hotlane.infra.cli;

import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.topics.TopicsException;
import dev.hotlane.infra.topics.TopicsReport;
import dev.hotlane.infra.topics.WantedTopics;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.kafka.Denial;
import dev.hotlane.protocol.kafka.KafkaConnection;
import dev.hotlane.protocol.kafka.KafkaDeniedException;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** `hotlane topics create` and `hotlane topics check`. */
@Command(
        name = "topics",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "create|check",
        description = "Makes the topics of a lane, or looks whether they are right.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:The topics are right.",
            "1:Something differs; each difference is printed with the command that mends it.",
            "2:The arguments are wrong.",
            "19:Kafka refused the account, or an operation."
        })
final class TopicsCommand {
    private static final int DIFFERENT = 1;

    @Spec
    private CommandSpec spec;

    /** The options of both subcommands. */
    static final class TopicsOptions {
        @Mixin
        private KafkaOptions kafka;

        @Mixin
        private LaneOptions lane;

        @Option(
                names = "--gateways",
                paramLabel = "N",
                defaultValue = "8",
                description = "Gateways at most: partitions of the reply topic (default: ${DEFAULT-VALUE}).")
        private int gateways;

        @Option(
                names = "--view",
                arity = "0..1",
                paramLabel = "BOOLEAN",
                defaultValue = "false",
                fallbackValue = "true",
                description = "Also LANE.view, for gateways that run alone and read counters from memory"
                        + " (default: ${DEFAULT-VALUE}).")
        private boolean view;

        @Option(names = "--cards", description = "Also the topic of product cards, which --cards of a gateway needs.")
        private boolean cards;

        @Option(
                names = "--feed",
                description = "Also LANE.counters, LANE.changes and LANE.progress, which `hotlane feed` writes.")
        private boolean feed;

        private WantedTopics topics(CommandSpec command) {
            // A gateway's partition is a number of 16 bits in each record.
            Usage.require(gateways >= 1 && gateways <= 1 << 16, command, "--gateways", "1..65536");
            return WantedTopics.of(lane.lane(), gateways)
                    .withView(view)
                    .withCards(cards)
                    .withFeed(feed);
        }
    }

    @Command(
            name = "create",
            mixinStandardHelpOptions = true,
            description = "Makes what is missing: the topics, and the rules as first record of the log. Run it again"
                    + " after it was interrupted; what is there stays as it is.")
    int create(
            @Mixin TopicsOptions options,
            @Option(
                            names = "--replication-factor",
                            paramLabel = "N",
                            defaultValue = "0",
                            description =
                                    "Copies of each partition; 0: three, or as many as there are brokers (default:"
                                            + " ${DEFAULT-VALUE}).")
                    int copies,
            @Mixin HeapOption heap,
            @Mixin BrokerFlushOption flush) {
        CommandSpec create = running();
        Usage.require(copies >= 0 && copies <= Short.MAX_VALUE, create, "--replication-factor", "0..32767");
        WantedTopics topics = options.topics(create).withFlushed(flush.flushed(create));
        // Random, so that no caller can choose keys that all collide in the hash table.
        Rules rules = heap.fit(Rules.first(new SecureRandom().nextLong()), options.view, options.cards, create);
        KafkaConnection brokers = options.kafka.connection();
        return print(brokers, () -> Topics.ensure(brokers, topics, copies, rules));
    }

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = "Compares the topics with what the lane needs; writes nothing.")
    int check(@Mixin TopicsOptions options) {
        WantedTopics topics = options.topics(running());
        KafkaConnection brokers = options.kafka.connection();
        return print(brokers, () -> Topics.check(brokers, topics));
    }

    /** The subcommand that runs. */
    private CommandSpec running() {
        return spec.commandLine().getParseResult().subcommand().commandSpec();
    }

    private int print(KafkaConnection brokers, Supplier<TopicsReport> work) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        try {
            TopicsReport report = work.get();
            report.done().forEach(out::println);
            for (TopicsReport.Difference difference : report.differences()) {
                err.println(difference.text());
                err.println("  mend: " + difference.mend());
            }
            return report.right() ? 0 : DIFFERENT;
        } catch (TopicsException | KafkaDeniedException e) {
            Optional<String> denial = Denial.of(e, brokers);
            if (denial.isPresent()) {
                err.println(ExitCode.KAFKA_DENIED + ": " + denial.get());
                return ExitCode.KAFKA_DENIED.number();
            }
            err.println(e.getMessage());
            return DIFFERENT;
        } finally {
            out.flush();
            err.flush();
        }
    }
}
