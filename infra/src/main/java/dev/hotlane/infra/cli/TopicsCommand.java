package dev.hotlane.infra.cli;

import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.topics.TopicsException;
import dev.hotlane.infra.topics.TopicsReport;
import dev.hotlane.protocol.Rules;
import java.io.PrintWriter;
import java.security.SecureRandom;
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
            "2:The arguments are wrong."
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

        @Option(names = "--cards", description = "Also the topic of product cards, which --cards of a gateway needs.")
        private boolean cards;

        private int gateways(CommandSpec command) {
            // A gateway's partition is a number of 16 bits in each record.
            Usage.require(gateways >= 1 && gateways <= 1 << 16, command, "--gateways", "1..65536");
            return gateways;
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
            @Mixin BrokerFlushOption flush) {
        CommandSpec create = running();
        Usage.require(copies >= 0 && copies <= Short.MAX_VALUE, create, "--replication-factor", "0..32767");
        int gateways = options.gateways(create);
        boolean flushed = flush.flushed(create);
        String lane = options.lane.lane();
        // Random, so that no caller can choose keys that all collide in the hash table.
        Rules rules = Rules.first(new SecureRandom().nextLong());
        String brokers = options.kafka.bootstrapServers();
        return print(() -> {
            TopicsReport report = Topics.ensure(brokers, lane, gateways, copies, flushed, rules);
            return options.cards ? report.and(Topics.ensureCards(brokers, lane, copies)) : report;
        });
    }

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = "Compares the topics with what the lane needs; writes nothing.")
    int check(@Mixin TopicsOptions options) {
        int gateways = options.gateways(running());
        String brokers = options.kafka.bootstrapServers();
        String lane = options.lane.lane();
        return print(() -> {
            TopicsReport report = Topics.check(brokers, lane, gateways);
            return options.cards ? report.and(Topics.checkCards(brokers, lane)) : report;
        });
    }

    /** The subcommand that runs. */
    private CommandSpec running() {
        return spec.commandLine().getParseResult().subcommand().commandSpec();
    }

    private int print(Supplier<TopicsReport> work) {
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
        } catch (TopicsException e) {
            err.println(e.getMessage());
            return DIFFERENT;
        } finally {
            out.flush();
            err.flush();
        }
    }
}
