package dev.hotlane.infra.cli;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of every command that connects to Kafka: a picocli mixin. */
public final class KafkaOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Mixin
    private StackOptions stack;

    @Option(
            names = "--kafka-bootstrap-servers",
            paramLabel = "HOST:PORT",
            description = "The brokers; default: those of the running dev stack.")
    private String bootstrapServers;

    /** The brokers, `host:port[,host:port...]`; a usage error if no source names them. */
    public String bootstrapServers() {
        if (bootstrapServers == null) {
            throw new ParameterException(
                    command.commandLine(),
                    "No brokers are named and no dev stack runs in " + stack.directory()
                            + ": give --kafka-bootstrap-servers, or start `./hotlane dev`, or say with "
                            + StackOptions.DIRECTORY + " where one runs.");
        }
        return bootstrapServers;
    }
}
