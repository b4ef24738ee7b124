package dev.hotlane.infra.warm;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls a scratch lane until its speed no longer rises, so that this JVM has compiled what a sale needs before the first
 * caller connects. Never fails: what goes wrong here is logged, and the process starts without it. One thread.
 */
public final class WarmUp {
    private static final Logger log = LoggerFactory.getLogger(WarmUp.class);

    /** Age of the last BEAT above which the lane has no leader: this process may be needed at once. */
    private static final long SILENCE_NANOS = Duration.ofSeconds(2).toNanos();

    private static final long SELECT_MS = 50;
    private static final long LOOK_NANOS = Duration.ofMillis(5).toNanos();
    private static final int HOT = 48;
    private static final int OTHERS = 6;

    private final Duration max;
    private final LongSupplier beatAgeNanos;
    private final LongSupplier leaderEpoch;
    private final BooleanSupplier stopped;
    private final Pace pace;
    private long calls;
    private long failures;
    private double speed;
    private long firstEpoch;

    /**
     * @param max longest time; 0 for no warm-up
     * @param beatAgeNanos time since the last BEAT of the real lane, -1 if there was none
     * @param leaderEpoch epoch of that BEAT, 0 if there was none; another leader has another one
     * @param stopped whether this process is to end
     */
    public WarmUp(Duration max, LongSupplier beatAgeNanos, LongSupplier leaderEpoch, BooleanSupplier stopped) {
        this(max, beatAgeNanos, leaderEpoch, stopped, Pace.USUAL);
    }

    WarmUp(Duration max, LongSupplier beatAgeNanos, LongSupplier leaderEpoch, BooleanSupplier stopped, Pace pace) {
        this.max = max;
        this.beatAgeNanos = beatAgeNanos;
        this.leaderEpoch = leaderEpoch;
        this.stopped = stopped;
        this.pace = pace;
    }

    /**
     * How the plateau is found.
     *
     * @param window CPU time of this process over which a speed is measured: other processes then matter little
     * @param flat windows without a rise that make a plateau
     */
    record Pace(Duration window, int flat) {
        /** About half a second on two idle cores; the compilers may hold the speed for a few windows. */
        static final Pace USUAL = new Pace(Duration.ofSeconds(1), 5);
    }

    /** Why a warm-up ended. */
    public enum End {
        /** It was not to run. */
        OFF("off"),
        /** The speed no longer rises. */
        PLATEAU("the speed no longer rises"),
        /** Its longest time is over. */
        LIMIT("the limit is reached"),
        /** No BEAT for 2 s. */
        NO_LEADER("no BEAT for 2 s"),
        /** The leader of the start is gone, and its gateway perhaps with it: callers need this one now. */
        LEADER_CHANGED("another processor leads than at the start"),
        /** The process is to end. */
        STOPPED("this process is to end"),
        /** Something went wrong. */
        FAILED("it failed");

        private final String text;

        End(String text) {
            this.text = text;
        }
    }

    /** Runs it on this thread; returns when it has ended and nothing of it is left. */
    public End run() {
        if (max.isZero()) {
            return End.OFF;
        }
        log.info("warming up for at most {} ms; the gateway's port is opened afterwards", max.toMillis());
        long start = System.nanoTime();
        End end;
        try (ScratchLane lane = ScratchLane.start()) {
            end = call(lane, start);
        } catch (IOException | RuntimeException e) {
            log.warn("the warm-up failed; this process starts cold", e);
            end = End.FAILED;
        }
        log.info(
                "warmed up in {} ms by {} calls ({} failed), the last ones at {} in a second of CPU: {}",
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start),
                calls,
                failures,
                Math.round(speed),
                end.text);
        return end;
    }

    private End call(ScratchLane lane, long start) throws IOException {
        while (!lane.ready()) {
            End end = end(lane, start, System.nanoTime());
            if (end != null) {
                return end;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        List<SaleConnection> connections = new ArrayList<>();
        try (Selector selector = Selector.open()) {
            try {
                for (Supplier<byte[]> requests : callers(new SaleCalls())) {
                    SaleConnection connection = SaleConnection.open(selector, lane.port(), requests);
                    connections.add(connection);
                    connection.ask();
                }
                return call(lane, selector, start);
            } finally {
                for (SaleConnection connection : connections) {
                    connection.close();
                }
            }
        }
    }

    private static List<Supplier<byte[]>> callers(SaleCalls sale) {
        List<Supplier<byte[]>> callers = new ArrayList<>();
        for (int i = 0; i < HOT; i++) {
            callers.add(sale.hot());
        }
        for (int i = 0; i < OTHERS; i++) {
            callers.add(sale.spread());
            callers.add(sale.reservations());
        }
        callers.add(sale.reads());
        callers.add(sale.batches());
        return callers;
    }

    private End call(ScratchLane lane, Selector selector, long start) throws IOException {
        Plateau plateau = new Plateau(pace.flat);
        long windowStart = cpuNanos();
        long windowCalls = 0;
        while (true) {
            selector.select(SELECT_MS);
            for (var key : selector.selectedKeys()) {
                SaleConnection connection = (SaleConnection) key.attachment();
                if (connection.turn()) {
                    count(connection);
                    connection.ask();
                }
            }
            selector.selectedKeys().clear();
            long cpu = cpuNanos();
            if (cpu - windowStart >= pace.window.toNanos()) {
                speed = (calls - windowCalls) * 1e9 / (cpu - windowStart);
                log.debug("{} calls in a second of CPU", Math.round(speed));
                windowStart = cpu;
                windowCalls = calls;
                if (plateau.reached(speed)) {
                    return End.PLATEAU;
                }
            }
            End end = end(lane, start, System.nanoTime());
            if (end != null) {
                return end;
            }
        }
    }

    /** CPU time of this process; the time of the clock where the JVM has none. */
    private static long cpuNanos() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean process) {
            long cpu = process.getProcessCpuTime();
            return cpu < 0 ? System.nanoTime() : cpu;
        }
        return System.nanoTime();
    }

    /** Calls that were answered so far, rejections included. */
    long calls() {
        return calls;
    }

    /** Calls that were answered with a failure of the server so far. */
    long failures() {
        return failures;
    }

    private void count(SaleConnection connection) {
        if (connection.failed()) {
            failures++;
        } else {
            calls++;
        }
    }

    private End end(ScratchLane lane, long start, long now) {
        if (stopped.getAsBoolean() || Thread.currentThread().isInterrupted()) {
            return End.STOPPED;
        }
        if (lane.fault() != null) {
            return End.FAILED;
        }
        if (now - start >= max.toNanos()) {
            return End.LIMIT;
        }
        if (leaderChanged()) {
            return End.LEADER_CHANGED;
        }
        long age = beatAgeNanos.getAsLong();
        return (age < 0 ? now - start : age) >= SILENCE_NANOS ? End.NO_LEADER : null;
    }

    private boolean leaderChanged() {
        long epoch = leaderEpoch.getAsLong();
        if (firstEpoch == 0) {
            firstEpoch = epoch;
        }
        return epoch != firstEpoch;
    }
}
