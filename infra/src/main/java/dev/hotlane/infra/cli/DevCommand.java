package dev.hotlane.infra.cli;

import dev.hotlane.gateway.Gateway;
import dev.hotlane.gateway.MySqlSettings;
import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import dev.hotlane.infra.stack.HotlaneHome;
import dev.hotlane.infra.stack.LaneProcess;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.protocol.Rules;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** `hotlane dev`: a whole lane in the foreground, until Ctrl-C. */
@Command(
        name = "dev",
        mixinStandardHelpOptions = true,
        description = {
            "Runs a whole lane for this clone, until Ctrl-C: a Kafka broker, a MySQL server, the topics,",
            "a processor and a gateway."
        })
final class DevCommand implements Callable<Integer> {

    private static final int GATEWAYS = 8;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--stack-directory",
            paramLabel = "DIR",
            description = "Holds all data and logs; default: .hotlane of the clone.")
    private Path directory;

    @Option(
            names = "--stack-kafka-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "0: the port of the last run, or any free one (default: ${DEFAULT-VALUE}).")
    private int kafkaPort;

    @Option(
            names = "--stack-mysql-port",
            paramLabel = "PORT",
            defaultValue = "0",
            description = "0: the port of the last run, or any free one (default: ${DEFAULT-VALUE}).")
    private int mysqlPort;

    @Option(names = "--fresh", description = "Deletes the data of the last run first.")
    private boolean fresh;

    @Option(names = "--stack-only", description = "Starts the broker and the database, no processor and no gateway.")
    private boolean stackOnly;

    @Mixin
    private LaneOptions lane;

    @Mixin
    private GatewayOptions gateway;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Settings.print(spec, out);
        DevStackSettings settings = DevStackSettings.in(
                        directory == null
                                ? HotlaneHome.find(System.getenv()).root().resolve(".hotlane")
                                : directory)
                .withPorts(kafkaPort, mysqlPort);
        if (fresh) {
            DevStack.deleteStopped(settings);
        }
        Foreground foreground = Foreground.enter();
        try (DevStack stack = DevStack.start(settings)) {
            describe(stack, out);
            if (stackOnly) {
                foreground.awaitRequest(stack::requireAlive);
            } else {
                serve(stack, foreground, out);
            }
            out.println("Stopping ...");
            out.flush();
        } finally {
            foreground.closed();
        }
        return 0;
    }

    private void serve(DevStack stack, Foreground foreground, PrintWriter out) throws InterruptedException {
        Rules rules = Rules.first(new SecureRandom().nextLong());
        Topics.ensure(stack.bootstrapServers(), lane.lane(), GATEWAYS, rules);
        LaneProcess processor = new LaneProcess(stack, lane.lane(), List.of());
        processor.start();
        MySqlSettings mysql = new MySqlSettings(stack.jdbcUrl(), stack.user(), stack.password());
        try (Gateway running = Gateway.start(gateway.settings(stack.bootstrapServers(), lane.lane(), mysql))) {
            processor.awaitReady();
            out.println("Gateway http://127.0.0.1:" + running.port() + "/v1/status");
            out.println("Ready. Ctrl-C stops everything; the data stays.");
            out.flush();
            foreground.awaitRequest(() -> {
                stack.requireAlive();
                processor.requireAlive();
            });
        } finally {
            processor.stop();
        }
    }

    private static void describe(DevStack stack, PrintWriter out) {
        out.println("Kafka   " + stack.bootstrapServers());
        out.println("MySQL   " + stack.jdbcUrl() + " (user " + stack.user() + ", password " + stack.password() + ")");
        out.println("Data    " + stack.directory());
        out.println("Other commands of this clone find both by themselves.");
        out.flush();
    }
}
