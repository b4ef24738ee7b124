package dev.hotlane.jmh.reads;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.HotlaneHome;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.infra.stack.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The project's HAProxy configuration, with gateways on this machine, as a process. Any thread. */
final class Haproxy implements AutoCloseable {
    private static final Duration READY_MAX = Duration.ofSeconds(30);
    private static final Duration PAGE_MAX = Duration.ofSeconds(2);
    /** Each takes two of the files that the machine allows a process. */
    private static final int CONNECTIONS_MAX = 2_000;

    private static final String BOUND = "    hash-balance-factor 150\n";
    private static final String HASHED = "(?m)^    balance uri.*\\R    hash-type consistent\\R";

    private final int port = Ports.free();
    private final ChildProcess process;

    /** How products find their gateway. */
    enum Distribution {
        /** Any gateway for any product. */
        RANDOM,
        /** The same one for a product each time, whatever its load. */
        CONSISTENT,
        /** The same, but none gets more than 1.5 times the mean: the configuration as it is. */
        BOUND
    }

    /** Starts it; returns when it passes requests on. */
    Haproxy(Path directory, Distribution distribution, List<Integer> gateways) throws IOException {
        Path file = directory.resolve("haproxy-" + distribution + ".cfg");
        Files.writeString(file, configuration(distribution, port, gateways));
        String program = Programs.find("haproxy").orElseThrow().toString();
        process = ChildProcess.start(
                "haproxy-" + distribution, directory, List.of(program, "-db", "-f", file.toString()));
        LocalPages pages = new LocalPages(port, PAGE_MAX);
        process.awaitReady(pages::ready, READY_MAX);
    }

    /** The shipped file with another port, other servers, and another distribution if it is not the shipped one. */
    static String configuration(Distribution distribution, int port, List<Integer> gateways) throws IOException {
        Path shipped = HotlaneHome.find(System.getenv()).root().resolve("infra/haproxy/haproxy.cfg");
        String servers = IntStream.range(0, gateways.size())
                .mapToObj(i -> "    server gateway-" + i + " 127.0.0.1:" + gateways.get(i) + "\n")
                .collect(Collectors.joining());
        String text = Files.readString(shipped)
                .replaceFirst("(?m)^    bind :8000$", "    bind 127.0.0.1:" + port)
                .replaceFirst("(?m)^    maxconn 20000$", "    maxconn " + CONNECTIONS_MAX)
                .replaceAll("(?m)(^    server .*\\R)+", servers);
        return switch (distribution) {
            case BOUND -> text;
            case CONSISTENT -> text.replace(BOUND, "");
            case RANDOM -> text.replace(BOUND, "").replaceAll(HASHED, "    balance random\n");
        };
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.stop(READY_MAX);
    }
}
