package dev.hotlane.infra.cli;

import dev.hotlane.gateway.settings.GatewayLimits;
import dev.hotlane.gateway.settings.GatewaySettings;
import dev.hotlane.gateway.settings.GatewayTimes;
import dev.hotlane.gateway.settings.HttpSettings;
import dev.hotlane.gateway.settings.LaneSettings;
import dev.hotlane.gateway.settings.MySqlSettings;
import dev.hotlane.gateway.settings.ReadSettings;
import dev.hotlane.gateway.settings.SocketTransport;
import dev.hotlane.gateway.settings.ViewSettings;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of a gateway: a picocli mixin, see {@link GatewaySettings} for their meaning. */
public final class GatewayOptions {
    private static final String REPLY_PARTITION = "--gateway-reply-partition";
    private static final String VIEW_STALE_MAX = "--view-stale-max-ms";
    private static final String VIEW_BOARD = "--view-board";
    private static final String VIEW_WATCHES_MAX = "--view-watches-max";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Mixin
    private CardOptions cards;

    @Mixin
    private ChangesOptions changes;

    @Mixin
    private HttpLimitOptions httpLimits;

    @Mixin
    private AccessOptions access;

    @Option(
            names = REPLY_PARTITION,
            paramLabel = "N",
            defaultValue = "0",
            description = "Partition of the reply topic, one gateway each (default: ${DEFAULT-VALUE}).")
    private int replyPartition;

    @Option(
            names = "--gateway-host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description =
                    "Address to listen on; other than loopback it needs principals and TLS (default: ${DEFAULT-VALUE}).")
    private String host;

    @Option(
            names = "--gateway-port",
            paramLabel = "PORT",
            defaultValue = "8080",
            description = "Port to listen on, 0 for any free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--gateway-event-loops",
            paramLabel = "N",
            defaultValue = "1",
            description = "Threads that serve HTTP; one is best on few cores (default: ${DEFAULT-VALUE}).")
    private int eventLoops;

    @Option(
            names = "--gateway-transport",
            paramLabel = "NAME",
            defaultValue = SocketTransport.AUTO,
            description = "How sockets are read and written: io_uring, epoll (both on Linux only), nio, or auto for the"
                    + " first of them that works (default: ${DEFAULT-VALUE}).")
    private String transport;

    @Option(
            names = "--gateway-connections-max",
            paramLabel = "N",
            defaultValue = "16384",
            description = "Open connections; one more is answered about health only, and 503 to any other call"
                    + " (default: ${DEFAULT-VALUE}).")
    private int connectionsMax;

    @Option(
            names = "--gateway-in-flight-max",
            paramLabel = "N",
            defaultValue = "8192",
            description =
                    "Requests in the log at once; one more is answered 503. The last fifth is kept for confirm, cancel,"
                            + " extend and abandon (default: ${DEFAULT-VALUE}).")
    private int inFlightMax;

    @Option(
            names = "--gateway-body-max",
            paramLabel = "BYTES",
            defaultValue = "65536",
            description = "Largest body; a larger one is answered 413 (default: ${DEFAULT-VALUE}).")
    private int bodyMax;

    @Option(
            names = "--gateway-producer-memory",
            paramLabel = "BYTES",
            defaultValue = "67108864",
            description = "Buffer for what is on its way into the log (default: ${DEFAULT-VALUE}).")
    private long producerMemory;

    @Option(
            names = "--gateway-linger-ms",
            paramLabel = "MS",
            defaultValue = "1",
            description = "How long a record waits for company (default: ${DEFAULT-VALUE}).")
    private int lingerMs;

    @Option(
            names = "--gateway-reply-wait-max-ms",
            paramLabel = "MS",
            defaultValue = "10000",
            description = "Longest wait for a reply, then 504 (default: ${DEFAULT-VALUE}).")
    private int replyWaitMaxMs;

    @Option(
            names = "--gateway-beat-age-max-ms",
            paramLabel = "MS",
            defaultValue = "2000",
            description =
                    "With a BEAT older than this, or none, a call is answered 503 and not published (default: ${DEFAULT-VALUE}).")
    private int beatAgeMaxMs;

    @Option(
            names = "--gateway-idle-max-ms",
            paramLabel = "MS",
            defaultValue = "60000",
            description = "A connection without a byte for this time is closed (default: ${DEFAULT-VALUE}).")
    private int idleMaxMs;

    @Option(
            names = "--gateway-start-max-ms",
            paramLabel = "MS",
            defaultValue = "10000",
            description = "Kafka must answer within this time at start (default: ${DEFAULT-VALUE}).")
    private int startMaxMs;

    @Option(
            names = "--gateway-drain-max-ms",
            paramLabel = "MS",
            defaultValue = "12000",
            description = "Longest wait for what is in flight at the end (default: ${DEFAULT-VALUE}).")
    private int drainMaxMs;

    @Option(
            names = "--gateway-unsent-max",
            paramLabel = "BYTES",
            defaultValue = "0",
            description = "Answers that clients have not taken, all together; above it connections that hold the most"
                    + " are closed; 0: half of the direct memory (default: ${DEFAULT-VALUE}).")
    private long unsentMax;

    @Option(
            names = "--gateway-take-max-ms",
            paramLabel = "MS",
            defaultValue = "30000",
            description =
                    "A connection is closed if its client takes no byte of an answer, or lags behind a watch, for this time (default: ${DEFAULT-VALUE}).")
    private int takeMaxMs;

    @Option(
            names = "--gateway-bodies-max",
            paramLabel = "BYTES",
            defaultValue = "0",
            description = "Bodies being read, and of calls in the log, all together; a call beyond it is answered 503;"
                    + " 0: an eighth of the heap (default: ${DEFAULT-VALUE}).")
    private long bodiesMax;

    @Option(
            names = VIEW_STALE_MAX,
            paramLabel = "MS",
            defaultValue = "5000",
            description =
                    "Greatest age of a local answer whose caller names none; an older view answers through the log"
                            + " (default: ${DEFAULT-VALUE}).")
    private int viewStaleMaxMs;

    @Option(
            names = VIEW_BOARD,
            paramLabel = "PREFIX",
            split = ",",
            description =
                    "Counters whose keys begin so are one board, listed from the view; several times, or separated by"
                            + " commas. At most 64 boards of 10,000 counters; needs --view.")
    private List<String> viewBoards = List.of();

    @Option(
            names = VIEW_WATCHES_MAX,
            paramLabel = "COUNT",
            defaultValue = "10000",
            description = "Open streams of GET /v1/watch; one more is answered 503 (default: ${DEFAULT-VALUE}).")
    private int viewWatchesMax;

    /** Why no gateway can listen on this port now, with advice; empty if one can. */
    Optional<String> objection(int of) {
        try {
            Ports.tryListen(new InetSocketAddress(host, of));
            return Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            return Optional.of("The gateway cannot listen on port " + of + " of " + host + " (" + e.getMessage()
                    + "): stop what listens there, or choose with --gateway-port (0 for any free one) and"
                    + " --gateway-host.");
        }
    }

    /** Returns the settings of a gateway of that lane, or throws a usage error; {@code mysql} may be null. */
    public GatewaySettings settings(KafkaConnection kafka, String lane, boolean view, MySqlSettings mysql) {
        access.requireSafe(command, host);
        return Usage.settings(
                command,
                component -> switch (component) {
                    case "viewStaleMax", "viewStaleMaxMs" -> VIEW_STALE_MAX;
                    case "viewBoard" -> VIEW_BOARD;
                    case "viewWatchesMax" -> VIEW_WATCHES_MAX;
                    case "view" -> command.findOption("--view") == null ? null : "--view";
                    default -> Usage.option(command, "--gateway-", component);
                },
                () -> new GatewaySettings(
                        new LaneSettings(kafka, lane, replyPartition, producerMemory, millis(lingerMs)),
                        new HttpSettings(
                                host,
                                port,
                                eventLoops,
                                SocketTransport.of(transport),
                                access.reach(),
                                access.settings(),
                                access.tls()),
                        new GatewayLimits(connectionsMax, httpLimits.peers(), inFlightMax, bodyMax),
                        new GatewayTimes(
                                millis(replyWaitMaxMs),
                                millis(beatAgeMaxMs),
                                millis(idleMaxMs),
                                millis(startMaxMs),
                                millis(drainMaxMs)),
                        httpLimits.bounds(unsentMax, millis(takeMaxMs), bodiesMax),
                        new ReadSettings(
                                new ViewSettings(view, millis(viewStaleMaxMs), viewBoards, viewWatchesMax),
                                cards.settings(),
                                changes.settings()),
                        mysql));
    }

    /** The options that say who may call. */
    AccessOptions access() {
        return access;
    }

    /** The options of its product cards. */
    CardOptions cards() {
        return cards;
    }

    /** The port to listen on, 0 for any free one. */
    int port() {
        return port;
    }

    /** The same options as arguments for a gateway in another process: the i-th one after this. Without the port. */
    List<String> argumentsOf(int i) {
        Stream<String> same = command.options().stream()
                .filter(option -> option.longestName().startsWith("--gateway-")
                        || Set.of(VIEW_STALE_MAX, VIEW_WATCHES_MAX).contains(option.longestName()))
                .filter(option -> option.getValue() != null)
                .filter(option -> !Set.of("--gateway-port", REPLY_PARTITION).contains(option.longestName()))
                .filter(option -> !AccessOptions.isOwn(option.longestName()))
                .map(option -> option.longestName() + "=" + option.getValue());
        Stream<String> own = Stream.of(REPLY_PARTITION + "=" + (replyPartition + i));
        Stream<String> boards = viewBoards.stream().map(prefix -> VIEW_BOARD + "=" + prefix);
        Stream<String> mixed = Stream.of(cards.arguments(), changes.arguments(), access.arguments())
                .flatMap(List::stream);
        return Stream.of(same, own, boards, mixed)
                .flatMap(arguments -> arguments)
                .toList();
    }

    private static Duration millis(int ms) {
        return Duration.ofMillis(ms);
    }

    /** The parts of a list; empty for null. */
    static List<String> list(String separatedByCommas) {
        return separatedByCommas == null || separatedByCommas.isBlank()
                ? List.of()
                : Stream.of(separatedByCommas.split(",")).map(String::strip).toList();
    }
}
