package dev.hotlane.infra.cli;

import dev.hotlane.console.ConsoleAccess;
import dev.hotlane.console.ConsoleException;
import dev.hotlane.console.ConsoleSettings;
import dev.hotlane.console.RunningConsole;
import dev.hotlane.console.log.LoggedLane;
import dev.hotlane.console.source.SourceName;
import dev.hotlane.gateway.settings.MySqlSettings;
import dev.hotlane.infra.log.KafkaLoggedLane;
import dev.hotlane.infra.rules.CaredLane;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.host.HostNames;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** `hotlane console`: pages about a running lane; until SIGTERM. */
@Command(
        name = "console",
        mixinStandardHelpOptions = true,
        description = {
            "Shows a running lane in a browser, until SIGTERM.",
            "Reads /v1/stats and /v1/status of nodes, gateways and processors, and the counters of MySQL, once a second;",
            "and the log, when a page searches it.",
            "Writes nothing to Kafka, MySQL or files. Elsewhere than on loopback it needs principals and TLS."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:Stopped as asked.",
            "1:Ended by a fault.",
            "2:Usage.",
            "50:The port is taken.",
            "53:A file is not valid."
        })
final class ConsoleCommand implements Callable<Integer> {
    private static final String SOURCES = "--console-sources";
    private static final String STOCK_PREFIX = "--console-stock-prefix";
    private static final String LIMIT_PREFIX = "--console-limit-prefix";
    private static final String KEY_FILE = "--console-key-file";

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--console-host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description =
                    "Address of its pages; not of loopback: with principals and TLS only (default: ${DEFAULT-VALUE}).")
    private String host;

    @Option(
            names = "--console-port",
            paramLabel = "PORT",
            defaultValue = "8090",
            description = "Its port, 0 for any free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--console-hosts",
            paramLabel = "NAMES",
            split = ",",
            description = "Further names that this server is reached by, separated by commas; others get 403.")
    private List<String> hosts = List.of();

    @Option(
            names = SOURCES,
            paramLabel = "URLS",
            split = ",",
            required = true,
            description = {
                "What is read, 1 to 64 separated by commas: http://HOST:PORT or https://HOST:PORT of a processor's port or",
                "of a gateway; dns:NAME:PORT is every address of that name. Name a node by its processor's port."
            })
    private List<String> sources = List.of();

    @Option(
            names = KEY_FILE,
            paramLabel = "FILE",
            description = {
                "A file with the API key that is sent to the sources, of a principal with the verb observe. It leaves by",
                "verified TLS or to loopback only; with it dns: means TLS."
            })
    private Path keyFile;

    @Option(
            names = "--console-stock-prefix",
            paramLabel = "PREFIX",
            defaultValue = "stock:",
            description = "First letters of the keys that Sale lists, at most 200 keys (default: ${DEFAULT-VALUE}).")
    private String stockPrefix;

    @Option(
            names = "--console-limit-prefix",
            paramLabel = "PREFIX",
            defaultValue = "limit:",
            description = {
                "First letters of further keys among which Sale counts the limits of reservations",
                "(default: ${DEFAULT-VALUE})."
            })
    private String limitPrefix;

    @Mixin
    private ConsoleAccessOptions callers;

    @Mixin
    private MySqlOptions mysql;

    @Mixin
    private KafkaOptions kafka;

    @Mixin
    private LaneOptions lane;

    @Mixin
    private LogOptions log;

    @Override
    public Integer call() throws InterruptedException {
        log.begin("", "console");
        ConsoleSettings settings = settings();
        ConsoleAccess access = callers.settings(spec, host);
        Settings.print(spec, spec.commandLine().getOut());
        return Foreground.run(spec, foreground -> serve(settings, access, foreground));
    }

    private ConsoleSettings settings() {
        Usage.require(port >= 0 && port <= 65_535, spec, "--console-port", "0..65535");
        requirePrefix(STOCK_PREFIX, stockPrefix);
        requirePrefix(LIMIT_PREFIX, limitPrefix);
        try {
            HostNames.of(host, hosts);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(), Settings.nameGiven(spec, "--console-hosts") + ": " + e.getMessage() + ".", e);
        }
        KafkaConnection brokers = kafka.orNull();
        MySqlSettings database = mysql.orNull();
        LoggedLane logged = brokers == null
                ? null
                : new KafkaLoggedLane(
                        brokers,
                        CaredLane.of(brokers, lane.lane(), database == null ? null : mysql.checkpoint(), sources));
        String key = keyFile == null ? null : PasswordFile.read(spec, KEY_FILE, keyFile);
        try {
            List<SourceName> names = new ArrayList<>();
            for (String source : sources) {
                names.add(SourceName.of(source, key != null));
            }
            return new ConsoleSettings(host, port, hosts, names, key, database, stockPrefix, limitPrefix, logged);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    spec.commandLine(), Settings.nameGiven(spec, SOURCES) + ": " + e.getMessage() + ".", e);
        }
    }

    private void requirePrefix(String option, String prefix) {
        int bytes = prefix.getBytes(StandardCharsets.UTF_8).length;
        Usage.require(bytes >= 1 && bytes <= Op.KEY_LENGTH_MAX, spec, option, "1 to " + Op.KEY_LENGTH_MAX + " bytes");
    }

    private void serve(ConsoleSettings settings, ConsoleAccess access, Foreground foreground)
            throws InterruptedException {
        try (RunningConsole console = RunningConsole.open(settings, access)) {
            spec.commandLine().getOut().println("console: " + console.url());
            spec.commandLine().getOut().flush();
            foreground.awaitRequest(() -> {});
        } catch (ConsoleException e) {
            throw new HaltReason(
                    ExitCode.SURROUNDINGS,
                    "can't listen on " + host + ":" + port + " for the console: " + e.getMessage()
                            + ". Does another process use the port?",
                    e);
        }
    }
}
