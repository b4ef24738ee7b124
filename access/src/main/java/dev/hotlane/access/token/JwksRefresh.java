package dev.hotlane.access.token;

import java.io.IOException;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of the token server, read again from time to time, and when a token comes whose key is not there. What can't be
 * read changes nothing: the old keys stay for 24 h. Any thread may take {@link #keys}, which never blocks.
 */
final class JwksRefresh implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(JwksRefresh.class);

    /** How long keys are used after they were read last. */
    static final long OLD_MAX_NANOS = TimeUnit.HOURS.toNanos(24);

    /** Most tokens that wait for a reading: the other places stay for tokens whose keys are here. */
    static final int WAITING_MAX = 16;

    private static final long LOOK_EVERY_MS = 500;

    private final JwksSource source;
    private final LongSupplier clockNanos;
    private final Consumer<FirstSight> again;
    private final Thread thread = new Thread(this::run, "jwks");
    private final Semaphore wake = new Semaphore(0);
    private volatile boolean closed;

    /** The keys and when they were read. */
    private record Read(Jwks keys, long nanos) {}

    private volatile Read last;
    private volatile boolean stale = true;

    // Of the thread that reads.
    private byte[] bytes;
    private String complained;

    // Guarded by this.
    private final List<FirstSight> waiting = new ArrayList<>();
    private boolean reading;
    private Long begunNanos;
    private Long askedNanos;

    /** No keys yet; {@code again} takes tokens that waited for a reading. */
    JwksRefresh(JwksSource source, LongSupplier clockNanos, Consumer<FirstSight> again) {
        this.source = source;
        this.clockNanos = clockNanos;
        this.again = again;
        thread.setDaemon(true);
    }

    /** Starts the thread; without it, {@link #look} looks. */
    void start() {
        thread.start();
    }

    /** The keys at this moment; none if the last ones are too old. */
    Jwks keys() {
        Read read = last;
        return read == null || clockNanos.getAsLong() - read.nanos() > OLD_MAX_NANOS ? Jwks.NONE : read.keys();
    }

    /** Whether the last reading failed, or none was tried yet. */
    boolean stale() {
        return stale;
    }

    /** Milliseconds since the keys were read; -1: they never were. */
    long ageMs() {
        Read read = last;
        return read == null ? -1 : TimeUnit.NANOSECONDS.toMillis(clockNanos.getAsLong() - read.nanos());
    }

    /**
     * Whether this token goes on by {@code again}: at once if keys were read after {@code seen}, else after a reading for it.
     * False: too soon, or too many wait. A reading for a token whose key came meanwhile would delay the next one for nothing.
     */
    synchronized boolean want(FirstSight sight, Jwks seen) {
        if (!keys().equals(seen)) {
            again.accept(sight);
            return true;
        }
        if (!reading && !over(askedNanos, source.atMostEveryMs()) || waiting.size() >= WAITING_MAX) {
            return false;
        }
        waiting.add(sight);
        wake.release();
        return true;
    }

    private void run() {
        try {
            while (!closed) {
                look();
                wake.tryAcquire(LOOK_EVERY_MS, TimeUnit.MILLISECONDS);
                wake.drainPermits();
            }
        } catch (InterruptedException e) {
            log.debug("The keys are not read any more.");
        }
    }

    /** Reads the keys if it is time. */
    void look() throws InterruptedException {
        List<FirstSight> asked;
        synchronized (this) {
            boolean due = over(begunNanos, stale ? source.atMostEveryMs() : source.everyMs());
            if (!due && waiting.isEmpty()) {
                return;
            }
            asked = List.copyOf(waiting);
            waiting.clear();
            reading = true;
            begunNanos = clockNanos.getAsLong();
            // A reading that was due without them, as the first one is, does not delay the next one they ask for.
            askedNanos = due ? askedNanos : begunNanos;
        }
        boolean read = read();
        List<FirstSight> late;
        synchronized (this) {
            reading = false;
            late = List.copyOf(waiting);
            waiting.clear();
        }
        asked.forEach(sight -> again.accept(sight.after(read ? FirstSight.Search.READ : FirstSight.Search.NOT_READ)));
        late.forEach(sight -> again.accept(sight.after(FirstSight.Search.NOT_READ)));
    }

    private boolean over(Long since, long ms) {
        return since == null || clockNanos.getAsLong() - since >= TimeUnit.MILLISECONDS.toNanos(ms);
    }

    private boolean read() throws InterruptedException {
        try {
            byte[] found = source.read();
            Jwks keys = Arrays.equals(found, bytes) ? last.keys() : Jwks.parse(found);
            if (!Arrays.equals(found, bytes)) {
                log.info("Read {} keys of the token server from {}.", keys.set().size(), source);
            }
            bytes = found;
            last = new Read(keys, clockNanos.getAsLong());
            stale = false;
            complained = null;
            return true;
        } catch (IOException | ParseException | RuntimeException e) {
            complain(String.valueOf(e.getMessage()));
            return false;
        }
    }

    /** Once for each fault, not at each reading. */
    private void complain(String fault) {
        stale = true;
        if (!fault.equals(complained)) {
            log.warn("The keys of the token server stay as they were; {}: {}", source, fault);
        }
        complained = fault;
    }

    /** Ends the thread and waits for it; tokens that wait for a reading go on without one. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            waiting.forEach(sight -> again.accept(sight.after(FirstSight.Search.NOT_READ)));
            waiting.clear();
        }
    }
}
