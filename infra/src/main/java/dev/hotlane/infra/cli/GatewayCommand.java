package dev.hotlane.infra.cli;

import dev.hotlane.gateway.Gateway;
import dev.hotlane.gateway.settings.GatewaySettings;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** `hotlane gateway`: HTTP in front of a lane; until SIGTERM. */
@Command(
        name = "gateway",
        mixinStandardHelpOptions = true,
        description = {
            "Serves the HTTP contract of a lane, until SIGTERM.",
            "Then it refuses new requests, finishes those in flight and exits 0. Each gateway of a lane needs",
            "a reply partition of its own. MySQL is for the list of counters only: without it, or while it is",
            "away, all else works."
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
    private WarmUpOptions warmUp;

    @Mixin
    private MySqlOptions mysql;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        GatewaySettings settings = gateway.settings(kafka.bootstrapServers(), lane.lane(), mysql.orNull());
        warmUp.check();
        Settings.print(spec, out);
        return Foreground.run(spec, foreground -> serve(settings, foreground, out));
    }

    private void serve(GatewaySettings settings, Foreground foreground, PrintWriter out) throws InterruptedException {
        try (Gateway running = Gateway.open(settings)) {
            warmUp.run(running, foreground);
            running.listen();
            out.println("gateway: http://" + settings.http().host() + ":" + running.port() + "/v1/status");
            out.flush();
            foreground.awaitRequest(() -> {});
        }
    }
}
