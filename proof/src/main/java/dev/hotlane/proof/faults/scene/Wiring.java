package dev.hotlane.proof.faults.scene;

import dev.hotlane.infra.stack.Stack;
import dev.hotlane.proof.faults.wire.Wire;
import dev.hotlane.proof.faults.wire.WireFaults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The wires of one child. A broker advertises the name `localhost`. The child resolves that name by a hosts file of its
 * own, to an address where its wire listens on the broker's port.
 *
 * @param kafka to the broker
 * @param mysql to the database
 * @param hosts the child's hosts file
 */
public record Wiring(Wire kafka, Wire mysql, Path hosts) implements AutoCloseable {
    /** Counts the addresses of 127.7.0.0/16 in use. */
    private static final AtomicInteger NEXT_ADDRESS = new AtomicInteger();

    private static final int HOSTS_OF_A_NET = 250;

    static Wiring of(Stack stack, Path directory) {
        try {
            int next = NEXT_ADDRESS.getAndIncrement();
            String address = "127.7." + next / HOSTS_OF_A_NET + "." + (1 + next % HOSTS_OF_A_NET);
            Wire kafka = new Wire(address, port(stack.bootstrapServers()), port(stack.bootstrapServers()));
            Wire mysql = new Wire("127.0.0.1", 0, mysqlPort(stack));
            Path hosts = directory.resolve("hosts");
            String self = InetAddress.getLocalHost().getHostName();
            Files.writeString(hosts, address + " localhost\n127.0.0.1 " + self + "\n");
            return new Wiring(kafka, mysql, hosts);
        } catch (IOException e) {
            throw new UncheckedIOException("a wire could not be laid", e);
        }
    }

    private static int port(String hostAndPort) {
        return Integer.parseInt(hostAndPort.substring(hostAndPort.lastIndexOf(':') + 1));
    }

    private static int mysqlPort(Stack stack) {
        return Integer.parseInt(stack.jdbcUrl().replaceFirst(".*:(\\d+)/.*", "$1"));
    }

    List<String> flags() {
        return List.of("-Djdk.net.hosts.file=" + hosts);
    }

    String bootstrapServers(Stack stack) {
        return "localhost:" + port(stack.bootstrapServers());
    }

    /** That URL with the port of the wire. */
    String jdbcUrl(String url) {
        return url.replaceFirst(":\\d+/", ":" + mysql.port() + "/");
    }

    void heal() {
        kafka.weather(WireFaults.FAIR);
        mysql.weather(WireFaults.FAIR);
    }

    @Override
    public void close() {
        try {
            kafka.close();
            mysql.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
