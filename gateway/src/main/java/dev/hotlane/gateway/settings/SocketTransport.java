package dev.hotlane.gateway.settings;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.transport.Transport;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How an event loop reads and writes its sockets. Netty has native code for the first two, on Linux only; the third is
 * the JDK's and works everywhere. Immutable, any thread.
 */
public enum SocketTransport {
    /** Many reads and writes in one system call; Linux 5.9 or later. Containers often forbid it. */
    IO_URING(Transport.IO_URING),
    /** One system call for each read and each write; Linux. */
    EPOLL(Transport.EPOLL),
    /** The JDK's selector. */
    NIO(Transport.NIO);

    /** The name that stands for {@link #best}. */
    public static final String AUTO = "auto";

    private final Transport transport;

    SocketTransport(Transport transport) {
        this.transport = transport;
    }

    /**
     * The one of that name, or for {@code auto} the first one that works in this process, in the order of this list.
     * Throws IllegalArgumentException for another name, and for one that can't work here.
     */
    public static SocketTransport of(String name) {
        if (name.equals(AUTO)) {
            return best();
        }
        SocketTransport named = Stream.of(values())
                .filter(each -> each.toString().equals(name))
                .findFirst()
                .orElse(null);
        Requirement.require(named != null, "transport must be auto, io_uring, epoll or nio: " + name);
        named.objection().ifPresent(why -> {
            throw new IllegalArgumentException("gateway settings: transport " + why);
        });
        return named;
    }

    /** The first one that works in this process, in the order of this list. */
    public static SocketTransport best() {
        return working().findFirst().orElseThrow();
    }

    /** All that work in this process, in the order of this list; the last one always does. */
    public static Stream<SocketTransport> working() {
        return Stream.of(values()).filter(each -> each.objection().isEmpty());
    }

    /** Why it can't work in this process, and what to do; empty if it can. */
    public Optional<String> objection() {
        if (transport == null || !transport.available()) {
            String why = transport == null ? "its classes are missing" : innermost(transport.unavailabilityCause());
            return Optional.of(this + " does not work here (" + why + "): choose another one, or auto");
        }
        return Optional.empty();
    }

    private static String innermost(Throwable thrown) {
        Throwable last = thrown;
        while (last.getCause() != null) {
            last = last.getCause();
        }
        return last.getMessage();
    }

    /** Makes a Vert.x with it; throws IllegalStateException if it can't work. */
    public Vertx vertx(VertxOptions options) {
        return Vertx.builder().with(options).withTransport(transport).build();
    }

    /** As an option's value: {@code io_uring}, {@code epoll}, {@code nio}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
