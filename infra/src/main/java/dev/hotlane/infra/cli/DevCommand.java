package dev.hotlane.infra.cli;

import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import dev.hotlane.infra.stack.HotlaneHome;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** `hotlane dev`: a dev stack in the foreground, until Ctrl-C. */
@Command(
        name = "dev",
        mixinStandardHelpOptions = true,
        description = "Runs a Kafka broker and a MySQL server for this clone, until Ctrl-C.")
final class DevCommand implements Callable<Integer> {

    private static final long LOOK_MILLIS = 500;

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
        DevStack stack = DevStack.start(settings);
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(asked, stopped), "stop"));
        try (stack) {
            describe(stack, out);
            while (!asked.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                stack.requireAlive();
            }
            out.println("Stopping ...");
            out.flush();
        } finally {
            stopped.countDown();
        }
        return 0;
    }

    private static void describe(DevStack stack, PrintWriter out) {
        out.println("Kafka   " + stack.bootstrapServers());
        out.println("MySQL   " + stack.jdbcUrl() + " (user " + stack.user() + ", password " + stack.password() + ")");
        out.println("Data    " + stack.directory());
        out.println("Other commands of this clone find both by themselves. Ctrl-C stops them.");
        out.flush();
    }

    // The JVM ends when its hooks end: this one waits for the main thread to close everything.
    private static void stop(CountDownLatch asked, CountDownLatch stopped) {
        asked.countDown();
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
