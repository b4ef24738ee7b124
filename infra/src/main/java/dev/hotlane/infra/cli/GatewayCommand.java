package dev.hotlane.infra.cli;

import dev.hotlane.gateway.Gateway;
import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.infra.admin.AdminPort;
import dev.hotlane.processor.ProcessorSettings.Http;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** `hotlane gateway`: HTTP in front of a lane; until SIGTERM. */
@Command(
        name = "gateway",
        mixinStandardHelpOptions = true,
        description = {
            "Serves the HTTP contract of a lane, until SIGTERM.",
            "Then it refuses new requests, finishes those in flight and exits 0. Each gateway of a lane needs",
            "a reply partition of its own. MySQL is for the list of counters, and to load a view: without it, or",
            "while it is away, all else works."
        })
final class GatewayCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private LaneOptions lane;

    @Mixin
    private KafkaOptions kafka;

    @Mixin
    private GatewayOptions gateway;

    @Mixin
    private AdminPortOptions admin;

    @Mixin
    private WarmUpOptions warmUp;

    @Mixin
    private LeaveOptions leave;

    @Mixin
    private MySqlOptions mysql;

    @Mixin
    private LogOptions log;

    @Option(
            names = "--view",
            arity = "0..1",
            paramLabel = "BOOLEAN",
            defaultValue = "false",
            fallbackValue = "true",
            description =
                    "Keeps every counter in memory, loaded from MySQL and kept current by the topic LANE.view, for"
                            + " reads with consistency=local (default: ${DEFAULT-VALUE}).")
    private boolean view;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        log.begin(lane.lane(), "gateway");
        if (view && mysql.orNull() == null) {
            throw new ParameterException(
                    spec.commandLine(),
                    Settings.nameGiven(spec, "--view")
                            + " needs a database to load the counters from: give --mysql-url," + " or leave it out.");
        }
        GatewaySettings settings = gateway.settings(kafka.connection(), lane.lane(), view, mysql.orNull());
        Http port = admin.settings(spec, gateway);
        Duration leaving = leave.time();
        warmUp.check();
        Settings.print(spec, out);
        mysql.warnOfOpenWay(spec.commandLine().getErr());
        return Foreground.run(spec, foreground -> serve(settings, port, leaving, foreground));
    }

    private void serve(GatewaySettings settings, Http port, Duration leaving, Foreground foreground)
            throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        try (Gateway running = Gateway.open(settings);
                AdminPort figures = new AdminPort(port, AdminPort.pages(running.parts()))) {
            log.incarnation(running.parts().incarnation());
            warmUp.run(running, foreground);
            running.listen();
            out.println("gateway: " + settings.http().tls().scheme() + "://"
                    + settings.http().host() + ":" + running.port() + "/v1/status, admin port "
                    + port.scheme() + "://" + port.host() + ":" + figures.port() + "/v1/status");
            out.flush();
            foreground.awaitRequest(() -> {});
            running.leave();
            foreground.linger(leaving);
            // The admin port answers until the calls in flight are finished.
            running.drain();
        }
    }
}
