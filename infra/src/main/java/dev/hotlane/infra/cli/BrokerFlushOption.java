package dev.hotlane.infra.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** How durable a command is before it is answered: a picocli mixin. */
final class BrokerFlushOption {
    private static final String NAME = "--flush-messages";

    @Option(
            names = NAME,
            paramLabel = "N",
            defaultValue = "0",
            description = {
                "1: a command is on the broker's disk before it is answered; for a broker without copies, whose",
                "power may go. 0: the broker's page cache and its copies keep it (default: ${DEFAULT-VALUE})."
            })
    private int messages;

    /** Whether every append is flushed to disk. */
    boolean flushed(CommandSpec command) {
        // Kafka accepts other numbers too, but above 1 nothing is guaranteed.
        Usage.require(messages == 0 || messages == 1, command, NAME, "0 or 1");
        return messages == 1;
    }
}
