package dev.hotlane.infra.cli;

import dev.hotlane.console.ConsoleException;
import dev.hotlane.console.ConsoleSettings;
import dev.hotlane.console.RunningConsole;
import dev.hotlane.console.care.LaneCare;
import dev.hotlane.console.log.LoggedLane;
import dev.hotlane.console.source.SourceName;
import dev.hotlane.gateway.settings.MySqlSettings;
import dev.hotlane.infra.log.KafkaLoggedLane;
import dev.hotlane.infra.rules.CaredLane;
import dev.hotlane.infra.stack.LaneProcess;
import dev.hotlane.infra.verify.Verifier;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Stream;

/** The console of a dev stack, in the process of `dev`. On the main thread. */
final class DevConsole implements AutoCloseable {
    private final MySqlSettings mysql;
    private final KafkaConnection kafka;
    private final String lane;
    private final int port;
    private RunningConsole running;

    /** Not open yet; {@code port} is the wanted one. */
    DevConsole(MySqlSettings mysql, KafkaConnection kafka, String lane, int port) {
        this.mysql = mysql;
        this.kafka = kafka;
        this.lane = lane;
        this.port = port;
    }

    /** Opens it at its port, or at a free one if that is taken. It reads these processes and gateways. */
    void open(List<LaneProcess> places, List<String> gateways) {
        List<SourceName> sources = Stream.concat(places.stream().map(LaneProcess::figures), gateways.stream())
                .map(url -> SourceName.of(url, false))
                .toList();
        try {
            running = RunningConsole.open(settings(sources, port));
        } catch (ConsoleException e) {
            if (port == 0) {
                throw e;
            }
            running = RunningConsole.open(settings(sources, 0));
        }
    }

    private ConsoleSettings settings(List<SourceName> sources, int at) {
        LaneCare care = CaredLane.of(
                kafka,
                lane,
                Verifier.database(mysql.jdbcUrl(), mysql.user(), mysql.password()),
                sources.stream().map(SourceName::text).toList());
        LoggedLane logged = new KafkaLoggedLane(kafka, care);
        return new ConsoleSettings("127.0.0.1", at, List.of(), sources, null, mysql, "stock:", "limit:", logged);
    }

    /** Prints its address and, unless the gateway asks for a key, a first call to try. */
    void describe(String gateway, boolean keyed, PrintWriter out) {
        out.println("Console " + running.url());
        if (!keyed) {
            out.println("Try     curl -X PUT " + gateway
                    + "/v1/counters/stock:phone -H 'Idempotency-Key: open-1' --json '{\"value\":10}'");
        }
    }

    @Override
    public void close() {
        if (running != null) {
            running.close();
        }
    }
}
