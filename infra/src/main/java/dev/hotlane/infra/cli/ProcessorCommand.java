package dev.hotlane.infra.cli;

import dev.hotlane.processor.Processor;
import dev.hotlane.processor.ProcessorSettings;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** `hotlane processor`: applies the log, answers, flushes; until SIGTERM. */
@Command(
        name = "processor",
        mixinStandardHelpOptions = true,
        description = {
            "Applies the log of a lane, answers and flushes to MySQL, until SIGTERM.",
            "Then it resigns, flushes and exits 0. A refusal has its own exit code, see docs/operating.md."
        })
final class ProcessorCommand extends LaneCommand {
    @Mixin
    private ProcessorOptions processor;

    @Mixin
    private LogOptions log;

    @Option(
            names = AccessOptions.INSECURE,
            arity = "0..1",
            paramLabel = "BOOLEAN",
            defaultValue = "false",
            fallbackValue = "true",
            description =
                    "Starts although other machines can reach the port and it has no principals, or principals and"
                            + " no TLS (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("unused") // ProcessorOptions reads it, here and in a node.
    private boolean insecure;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        log.begin(lane.lane(), "processor");
        ProcessorSettings settings = processor.settings(kafka.connection(), lane.lane(), mysql);
        Settings.print(spec, out);
        mysql.warnOfOpenWay(spec.commandLine().getErr());
        return Foreground.run(spec, foreground -> serve(settings, foreground, out));
    }

    private void serve(ProcessorSettings settings, Foreground foreground, PrintWriter out) throws InterruptedException {
        try (Processor running = Processor.start(settings)) {
            log.incarnation(running.status().incarnation());
            out.println("processor: " + settings.http().scheme() + "://"
                    + settings.http().host() + ":" + running.httpPort() + "/v1/status");
            out.flush();
            foreground.awaitRequest(() -> {});
        }
    }
}
