package dev.hotlane.infra.cli;

import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.infra.node.Node;
import dev.hotlane.processor.ProcessorSettings;
import dev.hotlane.processor.halt.Halt;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.io.PrintWriter;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** `hotlane node`: processor and gateway in one process; until SIGTERM. */
@Command(
        name = "node",
        mixinStandardHelpOptions = true,
        description = {
            "Runs a processor and a gateway of a lane in one process, until SIGTERM.",
            "Two nodes, each with a reply partition of its own, fail over into each other. SIGTERM: the gateway",
            "refuses new requests and finishes those in flight, the processor resigns and flushes, exit 0. When",
            "the processor halts, the node ends with its exit code, see docs/operating.md."
        })
final class NodeCommand extends LaneCommand {
    @Mixin
    private GatewayOptions gateway;

    @Mixin
    private ProcessorOptions processor;

    @Mixin
    private WarmUpOptions warmUp;

    @Mixin
    private LeaveOptions leave;

    @Mixin
    private LogOptions log;

    @Override
    public Integer call() throws InterruptedException {
        log.begin(lane.lane(), "node");
        KafkaConnection brokers = kafka.connection();
        ProcessorSettings back = processor.settings(brokers, lane.lane(), mysql);
        GatewaySettings front = gateway.settings(brokers, lane.lane(), back.view(), mysql.orNull());
        Duration leaving = leave.time();
        warmUp.check();
        Settings.print(spec, spec.commandLine().getOut());
        mysql.warnOfOpenWay(spec.commandLine().getErr());
        return Foreground.run(spec, foreground -> serve(front, back, leaving, foreground));
    }

    private void serve(GatewaySettings front, ProcessorSettings back, Duration leaving, Foreground foreground)
            throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        try (Node node = Node.open(front, back, Halt.ofProcess())) {
            log.incarnation(node.processor().status().incarnation());
            warmUp.run(node.gateway(), foreground);
            node.listen();
            out.println("node: " + front.http().tls().scheme() + "://"
                    + front.http().host() + ":" + node.port() + "/v1/status, processor "
                    + back.http().scheme() + "://" + back.http().host() + ":"
                    + node.processor().httpPort() + "/v1/status");
            out.flush();
            foreground.awaitRequest(() -> {});
            node.leave();
            foreground.linger(leaving);
        }
    }
}
