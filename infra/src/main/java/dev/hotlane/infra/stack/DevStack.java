package dev.hotlane.infra.stack;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A running Kafka broker and MySQL server with all their data in one directory, which one stack at a time may use.
 * Leftover servers of a crashed run are ended; their data is reused. Safe to use from any thread.
 */
public final class DevStack implements Stack {

    private final DevStackSettings settings;
    private final Leases leases;
    private final KafkaServer kafka;
    private final MySqlServer mysql;

    private DevStack(DevStackSettings settings, Leases leases) {
        this.settings = settings;
        this.leases = leases;
        this.kafka = new KafkaServer(settings, leases.kafka.port(), leases.controller.port());
        this.mysql = new MySqlServer(settings, leases.mysql.port());
    }

    /** Starts both servers and returns when both serve; if one does not start, the other is stopped again. */
    public static DevStack start(DevStackSettings settings) {
        return start(settings, false);
    }

    /** As {@link #start}, without the data of earlier runs; it is deleted once nothing else prevents the start. */
    public static DevStack startFresh(DevStackSettings settings) {
        return start(settings, true);
    }

    private static DevStack start(DevStackSettings settings, boolean fresh) {
        StackDirectory place = new StackDirectory(settings.directory());
        FileHold lock = lock(settings.directory(), place);
        Leases leases;
        try {
            if (settings.deleteOnClose()) {
                AbandonedStacks.sweep(settings.directory().getParent());
            }
            endLeftovers(settings.directory());
            leases = Leases.take(settings, lock);
        } catch (RuntimeException e) {
            lock.close();
            deleteIfTemporary(settings);
            throw e;
        }
        DevStack stack = new DevStack(settings, leases);
        try {
            if (fresh) {
                place.clear();
            }
            CompletableFuture<Void> mysql = CompletableFuture.runAsync(stack.mysql::start, DevStack::run);
            CompletableFuture<Void> kafka = CompletableFuture.runAsync(stack.kafka::start, DevStack::run);
            CompletableFuture.allOf(mysql, kafka).join();
            stack.state().write(settings.directory());
            return stack;
        } catch (CompletionException e) {
            stack.close();
            throw e.getCause() instanceof StackException cause ? cause : e;
        } catch (StackException e) {
            stack.close();
            throw e;
        }
    }

    /** Throws, with the end of its log, if a server ended by itself. */
    public void requireAlive() {
        kafka.requireAlive();
        mysql.requireAlive();
    }

    @Override
    public String bootstrapServers() {
        return kafka.bootstrapServers();
    }

    @Override
    public String jdbcUrl(String database) {
        return mysql.jdbcUrl(database);
    }

    @Override
    public String user() {
        return MySqlServer.USER;
    }

    @Override
    public String password() {
        return MySqlServer.PASSWORD;
    }

    @Override
    public KafkaServer kafka() {
        return kafka;
    }

    @Override
    public MySqlServer mysql() {
        return mysql;
    }

    @Override
    public Path directory() {
        return settings.directory();
    }

    /** Stops both servers and releases the ports and the directory; deletes the directory if it is temporary. */
    @Override
    public void close() {
        if (settings.deleteOnClose()) {
            kafka.discard();
            mysql.kill9();
        } else {
            CompletableFuture<Void> kafkaStop = CompletableFuture.runAsync(kafka::stop, DevStack::run);
            mysql.stop();
            kafkaStop.join();
        }
        // While the lock is held, no other process takes the directory for an abandoned one and deletes it as well.
        try {
            deleteIfTemporary(settings);
        } finally {
            leases.close();
        }
    }

    private static void deleteIfTemporary(DevStackSettings settings) {
        if (settings.deleteOnClose()) {
            try {
                Trees.delete(settings.directory());
            } catch (IOException e) {
                throw new StackException(settings.directory() + " could not be deleted: " + e.getMessage(), e);
            }
        }
    }

    private StackState state() {
        return new StackState(
                ProcessHandle.current().pid(), leases.kafka.port(), leases.mysql.port(), bootstrapServers(), jdbcUrl());
    }

    private static void run(Runnable task) {
        new Thread(task, "stack").start();
    }

    private static FileHold lock(Path directory, StackDirectory place) {
        try {
            place.make();
            return FileHold.tryTake(directory.resolve(StackDirectory.LOCK_FILE))
                    .orElseThrow(() -> new StackException("Another dev stack runs in " + directory + " (process "
                            + StackState.read(directory)
                                    .map(s -> Long.toString(s.owner()))
                                    .orElse("unknown")
                            + "): stop that one, or choose another directory."));
        } catch (IOException e) {
            throw new StackException("The directory " + directory + " cannot be used: " + e.getMessage(), e);
        }
    }

    static void endLeftovers(Path directory) {
        for (String server : new String[] {"kafka", "mysql"}) {
            Path place = directory.resolve(server);
            new PidFile(place.resolve(server + ".pid"))
                    .endLeftover(place)
                    .ifPresent(pid ->
                            System.err.println("Ended the " + server + " process " + pid + " of a crashed run."));
        }
    }

    /** The locks that keep other stacks away from this one's directory and ports. */
    private record Leases(FileHold directory, PortLease kafka, PortLease controller, PortLease mysql) {

        static Leases take(DevStackSettings settings, FileHold directory) {
            Path cache = settings.home().cache();
            Optional<StackState> last = StackState.read(settings.directory());
            PortLease kafka = lease(settings.kafkaPort(), last.map(StackState::kafkaPort), "Kafka", cache);
            PortLease controller = PortLease.prefer(0, cache);
            try {
                PortLease mysql = lease(settings.mysqlPort(), last.map(StackState::mysqlPort), "MySQL", cache);
                return new Leases(directory, kafka, controller, mysql);
            } catch (StackException e) {
                kafka.close();
                controller.close();
                throw e;
            }
        }

        void close() {
            kafka.close();
            controller.close();
            mysql.close();
            directory.close();
        }

        private static PortLease lease(int wanted, Optional<Integer> last, String what, Path cache) {
            return wanted == 0 ? PortLease.prefer(last.orElse(0), cache) : PortLease.exactly(wanted, what, cache);
        }
    }
}
