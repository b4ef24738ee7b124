package dev.hotlane.infra.cli;

import dev.hotlane.gateway.Gateway;
import dev.hotlane.gateway.settings.CardMode;
import dev.hotlane.gateway.settings.MySqlSettings;
import dev.hotlane.infra.demo.SampleCatalogue;
import dev.hotlane.infra.demo.SampleShop;
import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import dev.hotlane.infra.stack.HotlaneHome;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.stack.LanePair;
import dev.hotlane.infra.stack.LaneProcess;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.infra.stack.StackDirectory;
import dev.hotlane.infra.stack.StackException;
import dev.hotlane.infra.stack.StackState;
import dev.hotlane.infra.topics.Topics;
import dev.hotlane.infra.topics.WantedTopics;
import dev.hotlane.protocol.HeapShare;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** `hotlane dev`: a whole lane in the foreground, until Ctrl-C. */
@Command(
        name = "dev",
        mixinStandardHelpOptions = true,
        description = {
            "Runs a whole lane on this machine, until Ctrl-C.",
            "It is a Kafka broker, a MySQL server, the topics, and a node: processor and gateway in one process."
        })
final class DevCommand implements Callable<Integer> {

    /** Cards get at most that part of the heap. */
    private static final int CARDS_PART = 8;

    private static final int GATEWAYS = 8;

    @Spec
    private CommandSpec spec;

    @Mixin
    private StackOptions place;

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

    @Option(names = "--fresh", description = "Deletes the data of earlier runs first, and nothing else.")
    private boolean fresh;

    @Option(names = "--stack-only", description = "Starts the broker and the database, no processor and no gateway.")
    private boolean stackOnly;

    @Option(
            names = "--standby",
            description = {
                "Runs two nodes: one leads, the other takes over when it ends or falls silent. Each is started again",
                "when it ends, so one of them may be killed at any time. The second gateway's port is one higher."
            })
    private boolean standby;

    @Option(
            names = "--split",
            description = "Runs processor and gateway as processes of their own, as large deployments do.")
    private boolean split;

    @Option(
            names = "--sample-shop",
            description = "Publishes 100 made-up products, 20 to 200 kB of JSON each, and their stock.")
    private boolean sampleShop;

    @Option(
            names = "--sample-seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Makes the products of the sample shop (default: ${DEFAULT-VALUE}).")
    private long sampleSeed;

    @Option(
            names = "--console-port",
            paramLabel = "PORT",
            defaultValue = "8090",
            description = "Of the console; another one if it is taken, 0 for any free one (default: ${DEFAULT-VALUE}).")
    private int consolePort;

    @Mixin
    private LaneOptions lane;

    @Mixin
    private BrokerFlushOption flush;

    @Mixin
    private GatewayOptions gateway;

    @Mixin
    private WarmUpOptions warmUp;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        Path usual = HotlaneHome.find(System.getenv()).stackDirectory();
        Path directory = place.directory();
        gateway.cards().usually(CardMode.ALL);
        gateway.cards().atMost(childHeapBytes() / CARDS_PART);
        refuseWhatCannotWork(directory);
        Settings.print(spec, out);
        DevStackSettings settings =
                DevStackSettings.in(directory).withPorts(kafkaPort, mysqlPort).withKafkaFlags(Jvm.WARM_UP_SOON);
        Foreground foreground = Foreground.enter();
        try (DevStack stack = fresh ? DevStack.startFresh(settings) : DevStack.start(settings)) {
            describe(stack, usual, out);
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

    private static long childHeapBytes() {
        return LaneRules.heapBytes(Jvm.operatorFlags(System.getenv()));
    }

    // Called before anything is deleted or started.
    private void refuseWhatCannotWork(Path directory) {
        Usage.require(kafkaPort >= 0 && kafkaPort <= 0xFFFF, spec, "--stack-kafka-port", "0..65535");
        Usage.require(mysqlPort >= 0 && mysqlPort <= 0xFFFF, spec, "--stack-mysql-port", "0..65535");
        Usage.require(consolePort >= 0 && consolePort <= 0xFFFF, spec, "--console-port", "0..65535");
        gateway.settings(KafkaConnection.to("those of the stack"), lane.lane(), true, null);
        flush.flushed(spec);
        Usage.require(!sampleShop || gateway.cards().settings().on(), spec, "--sample-shop", "without --cards=off");
        Usage.require(
                !sampleShop || !gateway.access().needsKey(),
                spec,
                "--sample-shop",
                "without " + AccessOptions.PRINCIPALS + " and --gateway-tls");
        warmUp.check();
        new StackDirectory(directory).objection().ifPresent(objection -> {
            throw new ParameterException(spec.commandLine(), objection);
        });
        if (!stackOnly) {
            requirePort(0, directory);
            if (standby && !split && gateway.port() != 0) {
                requirePort(1, directory);
            }
        }
    }

    private void requirePort(int i, Path directory) {
        gateway.objection(gateway.port() + i).ifPresent(objection -> {
            String running = StackState.running(directory)
                    .map(state -> " A dev stack runs in " + directory + " (process " + state.owner() + ").")
                    .orElse("");
            throw new StackException(objection + running);
        });
    }

    private void serve(DevStack stack, Foreground foreground, PrintWriter out) throws InterruptedException {
        HeapShare share = new HeapShare(true, gateway.cards().settings().bytesMax());
        Rules rules = LaneRules.fit(new SecureRandom().nextLong(), childHeapBytes(), share);
        WantedTopics topics = WantedTopics.of(lane.lane(), GATEWAYS)
                .withFlushed(flush.flushed(spec))
                .withView(true)
                .withCards(gateway.cards().settings().on());
        Topics.ensure(stack.connection(), topics, 0, rules)
                .differences()
                .forEach(difference -> out.println(difference.text() + "\n  mend: " + difference.mend()));
        if (standby) {
            servePair(stack, foreground, out);
            return;
        }
        LaneProcess only = place(stack, split ? "processor" : "node", 0);
        only.start();
        try {
            serve(stack, foreground, out, List.of(only), only::awaitReady, only::requireAlive);
        } finally {
            only.stop();
        }
    }

    /** The i-th processor, or the i-th node with its gateway; with a view. */
    private LaneProcess place(DevStack stack, String name, int i) {
        LaneProcess process =
                new LaneProcess(stack, lane.lane(), name, Jvm.operatorFlags(System.getenv())).with("--view");
        return split ? process : process.asNode(gatewayPort(i), nodeOptions(i));
    }

    private List<String> nodeOptions(int i) {
        List<String> options = new ArrayList<>(gateway.argumentsOf(i));
        options.add(warmUp.argument());
        return options;
    }

    private int gatewayPort(int i) {
        return gateway.port() == 0 ? Ports.free() : gateway.port() + i;
    }

    private void servePair(DevStack stack, Foreground foreground, PrintWriter out) throws InterruptedException {
        String name = split ? "processor-" : "node-";
        try (LanePair pair = new LanePair(place(stack, name + "a", 0), place(stack, name + "b", 1), line -> {
            out.println(line);
            out.flush();
        })) {
            pair.start();
            LeaderNews news = new LeaderNews(pair, out);
            serve(stack, foreground, out, pair.places(), pair::awaitServing, () -> {
                pair.requireOne();
                news.look();
            });
        }
    }

    /** @param check throws when there is nothing left to wait for */
    private void serve(
            DevStack stack,
            Foreground foreground,
            PrintWriter out,
            List<LaneProcess> places,
            Runnable awaitReady,
            Runnable check)
            throws InterruptedException {
        MySqlSettings mysql = new MySqlSettings(stack.jdbcUrl(), stack.user(), stack.password());
        try (Gateway apart =
                        split ? Gateway.open(gateway.settings(stack.connection(), lane.lane(), true, mysql)) : null;
                DevConsole console = new DevConsole(mysql, stack.connection(), lane.lane(), consolePort)) {
            awaitReady.run();
            if (split) {
                warmUp.run(apart, foreground);
                apart.listen();
            }
            List<String> addresses = split
                    ? List.of(gateway.access().scheme() + "://127.0.0.1:" + apart.port())
                    : places.stream().map(LaneProcess::gateway).toList();
            addresses.forEach(address -> out.println("Gateway " + address + "/v1/status"));
            console.open(places, apart == null || gateway.access().needsKey() ? List.of() : addresses);
            console.describe(addresses.get(0), gateway.access().needsKey(), out);
            if (sampleShop) {
                openSampleShop(stack, addresses, out);
            }
            out.println("Ready. Ctrl-C stops everything; the data stays.");
            out.flush();
            foreground.awaitRequest(() -> {
                stack.requireAlive();
                check.run();
            });
        }
    }

    private void openSampleShop(DevStack stack, List<String> gateways, PrintWriter out) {
        long bytes = SampleShop.open(stack.connection(), lane.lane(), gateways, sampleSeed);
        out.println(
                "Shop    " + SampleCatalogue.PRODUCTS + " products, " + bytes + " bytes of JSON, seed " + sampleSeed);
        out.println("        curl --compressed " + gateways.get(0) + "/v1/products/" + SampleCatalogue.id(1));
    }

    private static void describe(DevStack stack, Path usual, PrintWriter out) {
        out.println("Kafka   " + stack.bootstrapServers());
        out.println("MySQL   " + stack.jdbcUrl() + " (user " + stack.user() + ", password " + stack.password() + ")");
        out.println("Data    " + stack.directory());
        out.println("Other commands of this clone find both "
                + (stack.directory().equals(usual)
                        ? "by themselves."
                        : "with " + StackOptions.DIRECTORY + " " + stack.directory()));
        out.flush();
    }
}
