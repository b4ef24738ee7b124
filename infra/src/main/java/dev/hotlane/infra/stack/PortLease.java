package dev.hotlane.infra.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A loopback port that this process alone may give to a server, through restarts of that server, until the lease is
 * closed or the process dies. Other stacks of the same user respect it: it is a lock on a file in the cache.
 */
final class PortLease implements AutoCloseable {

    // Below the range from which systems take the ports of outgoing connections. A client that retries a dead server's
    // port in that range can get that same port and connect to itself.
    private static final int LOWEST = 20_000;
    private static final int COUNT = 10_000;
    private static final int TRIES = 200;

    private final int port;
    private final FileHold hold;

    private PortLease(int port, FileHold hold) {
        this.port = port;
        this.hold = hold;
    }

    /** Leases the wanted port if it is free, else any other. */
    static PortLease prefer(int wanted, Path cache) {
        Optional<PortLease> lease = wanted == 0 ? Optional.empty() : tryLease(wanted, cache);
        return lease.orElseGet(() -> anyOf(LOWEST, COUNT, cache));
    }

    /** Leases any port of the range. */
    static PortLease anyOf(int lowest, int count, Path cache) {
        Optional<PortLease> lease = Optional.empty();
        for (int i = 0; lease.isEmpty() && i < TRIES; i++) {
            lease = tryLease(lowest + ThreadLocalRandom.current().nextInt(count), cache);
        }
        return lease.orElseThrow(() -> new StackException("No free port between " + lowest + " and " + (lowest + count)
                + " after " + TRIES + " tries: are other stacks still running?"));
    }

    /** Leases exactly this port. */
    static PortLease exactly(int port, String what, Path cache) {
        return tryLease(port, cache)
                .orElseThrow(() -> new StackException("Port " + port + ", wanted for " + what
                        + ", is taken: stop what listens there, or choose another (0 for any free one)."));
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        hold.close();
    }

    private static Optional<PortLease> tryLease(int port, Path cache) {
        try {
            Path ports = Files.createDirectories(cache.resolve("ports"));
            Optional<FileHold> hold = FileHold.tryTake(ports.resolve(port + ".lock"));
            if (hold.isPresent() && !Ports.isFree(port)) {
                hold.get().close();
                return Optional.empty();
            }
            return hold.map(held -> new PortLease(port, held));
        } catch (IOException e) {
            throw new StackException("A port could not be leased in " + cache + ": " + e.getMessage(), e);
        }
    }
}
