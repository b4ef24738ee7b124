package dev.hotlane.jmh.servers;

import dev.hotlane.infra.stack.ChildProcess;
import dev.hotlane.infra.stack.Ports;
import dev.hotlane.infra.stack.Programs;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A Redis of its own with an append-only file, where redis-server is installed. Any thread. */
public final class RedisServer implements AutoCloseable {
    private static final Duration START_MAX = Duration.ofSeconds(30);
    private static final int CONNECT_MS_MAX = 500;

    private final ChildProcess process;
    private final int port;

    private RedisServer(ChildProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    /** The program, if the PATH has it. */
    public static Optional<Path> program() {
        return Programs.find("redis-server");
    }

    /** Starts it and waits until it serves. */
    public static RedisServer start(Path under, String appendFsync) throws IOException {
        Path directory = Files.createDirectories(under.resolve("redis-" + appendFsync));
        int port = Ports.free();
        ChildProcess process = ChildProcess.start(
                "redis",
                directory,
                List.of(
                        program().orElseThrow().toString(),
                        "--bind",
                        "127.0.0.1",
                        "--port",
                        Integer.toString(port),
                        "--dir",
                        directory.toString(),
                        "--appendonly",
                        "yes",
                        "--appendfsync",
                        appendFsync,
                        // Snapshots and rewrites would fall on some runs and not on others.
                        "--save",
                        "",
                        "--auto-aof-rewrite-percentage",
                        "0"));
        process.awaitReady(() -> answers(port), START_MAX);
        return new RedisServer(process, port);
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), CONNECT_MS_MAX);
            return true;
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
        process.kill9();
    }
}
