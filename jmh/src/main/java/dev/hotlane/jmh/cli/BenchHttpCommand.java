package dev.hotlane.jmh.cli;

import dev.hotlane.infra.cli.Settings;
import dev.hotlane.infra.cli.Usage;
import dev.hotlane.jmh.lane.http.BenchLane;
import dev.hotlane.jmh.lane.http.BenchLane.Form;
import dev.hotlane.jmh.lane.http.HttpBench;
import dev.hotlane.jmh.lane.http.HttpBenchSettings;
import dev.hotlane.jmh.lane.http.HttpBenchSettings.Shape;
import dev.hotlane.jmh.lane.http.LatencyPicture;
import dev.hotlane.jmh.lane.http.Machine;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** `hotlane bench http`: load over HTTP on a lane of its own. */
@Command(
        name = "http",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the whole lane over HTTP, on a stack of its own.",
            "Fixed rates are an open loop: a latency begins when its request should have been sent. Exit code 0",
            "only if every unit is where the answers say and MySQL equals the log."
        })
final class BenchHttpCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private LaneJvmOptions jvms;

    @Option(names = "--split", description = "A processor and a gateway with a JVM each, instead of a node.")
    private boolean split;

    /** How callers reach a node, and who they are. */
    enum Access {
        OPEN(Form.NODE),
        KEY(Form.NODE_KEY),
        TLS(Form.NODE_TLS),
        TLS_KEY(Form.NODE_TLS_KEY);

        private final Form form;

        Access(Form form) {
            this.form = form;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    @Option(
            names = "--access",
            paramLabel = "open|key|tls|tls-key,...",
            split = ",",
            description =
                    "How callers reach the node: without a key, with an API key, by TLS, by TLS with a key. Several"
                            + " stand side by side, and each round has a run of each. The generator shares the cores, and"
                            + " encrypts too (default: open).")
    private List<Access> access = List.of(Access.OPEN);

    @Option(
            names = "--shape",
            paramLabel = "add|reserve|batch",
            defaultValue = "add",
            description = "What a request asks for (default: ${DEFAULT-VALUE}).")
    private Shape shape;

    @Option(
            names = "--keys",
            paramLabel = "N",
            defaultValue = "1",
            description = "Keys they touch, uniformly (default: ${DEFAULT-VALUE}).")
    private int keys;

    @Option(
            names = "--ops",
            paramLabel = "N",
            defaultValue = "1",
            description = "Adds in a transaction (default: ${DEFAULT-VALUE}).")
    private int ops;

    @Option(
            names = "--lines",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Lines in a batch (default: ${DEFAULT-VALUE}).")
    private int lines;

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "256",
            description = "Connections, each with one request at a time (default: ${DEFAULT-VALUE}).")
    private int connections;

    @Option(
            names = "--rates",
            paramLabel = "R,...",
            split = ",",
            description = "Open loop: requests a second, or a part of saturation as 70%%.")
    private List<String> rates = List.of();

    @Option(names = "--saturation", description = "Searches for the highest rate that is kept up with.")
    private boolean saturation;

    @Option(names = "--closed", description = "Closed loop, as wrk: each connection sends when it is answered.")
    private boolean closed;

    @Option(names = "--echo", description = "Also a bare HTTP server that echoes, by the same loads.")
    private boolean echo;

    @Option(
            names = "--warmup",
            paramLabel = "S",
            defaultValue = "45",
            description = "Seconds before anything counts: all JVMs warm up (default: ${DEFAULT-VALUE}).")
    private int warmUp;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "10",
            description = "Of each load (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(
            names = "--repeats",
            paramLabel = "N",
            defaultValue = "1",
            description = "How often each load is measured, for medians (default: ${DEFAULT-VALUE}).")
    private int repeats;

    @Option(names = "--svg", paramLabel = "FILE", description = "Writes a picture of the latencies at fixed rates.")
    private Path svg;

    @Option(names = "--json", paramLabel = "FILE", description = "Writes the figures as JSON.")
    private Path json;

    @Override
    public Integer call() throws InterruptedException, IOException {
        refuseWhatCannotWork();
        Settings.print(spec, spec.commandLine().getOut());
        HttpBenchSettings settings = new HttpBenchSettings(
                shape,
                keys,
                ops,
                lines,
                connections,
                rates,
                saturation,
                closed || rates.isEmpty() && !saturation,
                echo,
                Duration.ofSeconds(warmUp),
                Duration.ofSeconds(seconds),
                repeats);
        Deque<BenchLane> lanes = new ArrayDeque<>();
        try {
            List<HttpBench> benches = new ArrayList<>();
            for (Access one : access) {
                lanes.push(BenchLane.start(jvms.jvms(), split ? Form.SPLIT : one.form, Map.of()));
                benches.add(
                        new HttpBench(lanes.peek(), settings, access.size() == 1 ? "" : one.toString(), System.out));
            }
            boolean good = HttpBench.inTurn(benches);
            write(benches);
            return good ? 0 : 1;
        } finally {
            lanes.forEach(BenchLane::close);
        }
    }

    private void refuseWhatCannotWork() {
        Usage.require(!split || access.equals(List.of(Access.OPEN)), spec, "--access", "used without --split");
        Usage.require(Set.copyOf(access).size() == access.size(), spec, "--access", "each word once");
        Usage.require(access.size() == 1 || svg == null, spec, "--svg", "used with one --access");
        Usage.requireAtLeast(1, keys, spec, "--keys");
        Usage.require(ops >= 1 && ops <= 64, spec, "--ops", "1..64");
        Usage.require(lines >= 1 && lines <= 10_000, spec, "--lines", "1..10,000");
        LoadOptions.requireConnections(connections, spec);
        Usage.require(
                rates.stream().allMatch(rate -> rate.matches("[1-9]\\d{0,7}%?")),
                spec,
                "--rates",
                "numbers a second or parts of saturation (70%)");
        Usage.requireAtLeast(0, warmUp, spec, "--warmup");
        Usage.requireAtLeast(1, seconds, spec, "--seconds");
        Usage.requireAtLeast(1, repeats, spec, "--repeats");
        Usage.require(svg == null || !rates.isEmpty(), spec, "--svg", "used together with --rates");
    }

    private void write(List<HttpBench> benches) throws IOException {
        if (svg != null) {
            Files.writeString(svg, LatencyPicture.of(benches.get(0).measured()));
        }
        if (json != null) {
            JsonArray all = new JsonArray();
            for (int i = 0; i < benches.size(); i++) {
                all.add(figures(benches.get(i)).put("access", access.get(i).toString()));
            }
            Files.writeString(
                    json, (all.size() == 1 ? all.getJsonObject(0).encodePrettily() : all.encodePrettily()) + "\n");
        }
    }

    private JsonObject figures(HttpBench bench) {
        JsonArray loads = new JsonArray();
        bench.measured().forEach(one -> loads.add(one.json()));
        bench.bare().forEach(one -> loads.add(one.json()));
        return new JsonObject()
                .put("machine", Machine.line())
                .put("shape", shape.name())
                .put("keys", keys)
                .put("connections", connections)
                .put("saturationPerSecond", bench.saturated())
                .put("loads", loads);
    }
}
