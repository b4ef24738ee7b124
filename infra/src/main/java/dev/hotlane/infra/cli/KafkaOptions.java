package dev.hotlane.infra.cli;

import dev.hotlane.protocol.kafka.Denial;
import dev.hotlane.protocol.kafka.KafkaConnection;
import dev.hotlane.protocol.kafka.KafkaFileException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options of every command that connects to Kafka: a picocli mixin. */
public final class KafkaOptions {
    static final String BROKERS = "--kafka-bootstrap-servers";
    static final String CONFIG = "--kafka-config";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Mixin
    private StackOptions stack;

    @Option(
            names = BROKERS,
            paramLabel = "HOST:PORT",
            description = "The brokers; default: those of the file, else those of the running dev stack.")
    private String bootstrapServers;

    @Option(
            names = CONFIG,
            paramLabel = "FILE",
            description = "Properties of every Kafka client: TLS, SASL, and bootstrap.servers unless the option names"
                    + " them, see docs/operating.md.")
    private Path config;

    private KafkaConnection connection;

    /** The way to the brokers; a usage error if no source names them, or the file can't be used. */
    public KafkaConnection connection() {
        if (connection == null) {
            connection = config == null ? KafkaConnection.to(brokers()) : read();
        }
        return connection;
    }

    /** The way to the brokers, null if no source names them; a usage error if the file can't be used. */
    KafkaConnection orNull() {
        return bootstrapServers == null && config == null ? null : connection();
    }

    /** One sentence about what Kafka denied to this command, if the fault is that; else empty. */
    static Optional<String> denial(CommandSpec of, Throwable fault) {
        for (CommandSpec mixin : of.mixins().values()) {
            if (mixin.userObject() instanceof KafkaOptions options && options.connection != null) {
                return Denial.of(fault, options.connection);
            }
        }
        return Optional.empty();
    }

    /** The file of client properties, if one is given; a usage error if it can't be read. */
    Optional<Path> file() {
        try {
            if (config != null) {
                KafkaConnection.namesBrokers(config);
            }
            return Optional.ofNullable(config);
        } catch (KafkaFileException e) {
            throw new ParameterException(command.commandLine(), e.getMessage());
        }
    }

    private KafkaConnection read() {
        try {
            // A dev stack that happens to run does not contradict a file that names other brokers.
            boolean ofFile = Settings.fromDevStack(command, BROKERS) && KafkaConnection.namesBrokers(config);
            return KafkaConnection.read(config, ofFile ? null : bootstrapServers);
        } catch (KafkaFileException e) {
            throw new ParameterException(command.commandLine(), e.getMessage());
        }
    }

    private String brokers() {
        if (bootstrapServers == null) {
            throw new ParameterException(
                    command.commandLine(),
                    "No brokers are named" + stack.nowhere() + ": give --kafka-bootstrap-servers or --kafka-config"
                            + stack.otherwise() + ".");
        }
        return bootstrapServers;
    }
}
