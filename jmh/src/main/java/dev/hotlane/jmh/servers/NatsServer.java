package dev.hotlane.jmh.servers;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.infra.stack.Programs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A NATS server of its own with JetStream in files, which syncs as it does by default, where it is installed. Any thread. */
public final class NatsServer implements AutoCloseable {
    private static final Duration READY_MAX = Duration.ofSeconds(30);
    private static final int ANSWER_MS_MAX = 2_000;

    /** What a server sends first. */
    private static final String GREETING = "INFO";

    private final ChildProcess process;
    private final int port;

    private NatsServer(ChildProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts it with its data under that directory; returns when it serves. Empty if there is no nats-server. */
    public static Optional<NatsServer> start(Path under) throws IOException {
        Optional<Path> program = Programs.find("nats-server");
        if (program.isEmpty()) {
            return Optional.empty();
        }
        Path directory = Files.createDirectories(under.resolve("nats"));
        int port = Ports.free();
        ChildProcess process = ChildProcess.start(
                "nats",
                under,
                List.of(
                        program.get().toString(),
                        "--addr=127.0.0.1",
                        "--port=" + port,
                        "--jetstream",
                        "--store_dir=" + directory));
        process.awaitReady(() -> greets(port), READY_MAX);
        return Optional.of(new NatsServer(process, port));
    }

    private static boolean greets(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(ANSWER_MS_MAX);
            return new String(socket.getInputStream().readNBytes(GREETING.length()), StandardCharsets.US_ASCII)
                    .equals(GREETING);
        } catch (IOException e) {
            return false;
        }
    }

    /** Where it listens, on 127.0.0.1. */
    public int port() {
        return port;
    }

    /** The id of its process. */
    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.stop(READY_MAX);
    }
}
