package dev.hotlane.processor.status;

import dev.hotlane.flusher.mysql.FlushListener;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.json.JsonLine;
import dev.hotlane.protocol.process.Build;
import dev.hotlane.protocol.process.HeapHeadroom;
import dev.hotlane.protocol.process.NamedThreads;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;

/**
 * The processor's metrics for Prometheus. Hot threads only write plain numbers of their own; a scrape reads them. The
 * two timers are fed ten times a second and once a flush.
 */
public final class Meters implements FlushListener, AutoCloseable {
    private final PrometheusMeterRegistry registry = JvmMeters.registry();
    private final JvmMeters jvm;
    private final HeapHeadroom heap;
    private final String role;
    /** Strong references: the registry holds a counter's function only weakly. */
    private final List<LongSupplier> kept = new CopyOnWriteArrayList<>();

    private final List<Runnable> beforeScrape = new CopyOnWriteArrayList<>();

    private final Timer roundTrip;
    private final Timer flush;
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong entries = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final NamedThreads threads =
            new NamedThreads(List.of("state", "log", "reply", "flush", "flush-writer", "view"));

    /**
     * @param heap of this JVM; closed with the meters
     * @param role of this process: processor or node
     */
    public Meters(HeapHeadroom heap, String role) {
        this.heap = heap;
        this.role = role;
        roundTrip = timer("hotlane.tick.roundtrip", "From sending a TICK to applying it");
        flush = timer("hotlane.flush", "One MySQL transaction, from BEGIN to COMMIT");
        counter("hotlane.flush.rows", "Counters written or deleted in MySQL", rows::get);
        counter("hotlane.flush.entries", "Window entries written to MySQL", entries::get);
        counter("hotlane.flush.bytes", "Bytes of SQL sent", bytes::get);
        counter("hotlane.flush.failures", "Flush attempts that failed and were tried again", failures::get);
        Gauge.builder("hotlane.build.info", () -> 1)
                .description("1; the labels name the build, and the highest format of records that it supports")
                .tags("role", role, "version", Build.THIS.version(), "commit", Build.THIS.commit())
                .tags("format", Integer.toString(Rules.KNOWN_FORMAT_MAX))
                .register(registry);
        gauge(
                "hotlane.heap.headroom.bytes",
                "Of the largest heap, free after the last garbage collection",
                heap::bytes);
        gauge("hotlane.heap.headroom.ratio", "The same as a share of the largest heap", heap::ratio);
        beforeScrape(threads::look);
        for (String thread : threads.names()) {
            counter(
                    "hotlane.thread.cpu.seconds",
                    "CPU time of the threads of that name",
                    threads,
                    of -> of.seconds(thread),
                    "thread",
                    thread);
        }
        jvm = new JvmMeters(registry);
    }

    private Timer timer(String name, String what) {
        return Timer.builder(name)
                .description(what)
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofNanos(500_000))
                .maximumExpectedValue(Duration.ofSeconds(30))
                .register(registry);
    }

    /**
     * Registers a counter.
     *
     * @param labels names and values in turn
     */
    public void counter(String name, String what, LongSupplier value, String... labels) {
        kept.add(value);
        FunctionCounter.builder(name, value, LongSupplier::getAsLong)
                .description(what)
                .tags(labels)
                .register(registry);
    }

    private <T> void counter(String name, String what, T of, ToDoubleFunction<T> value, String... labels) {
        FunctionCounter.builder(name, of, value).description(what).tags(labels).register(registry);
    }

    /**
     * Registers a gauge.
     *
     * @param labels names and values in turn
     */
    public void gauge(String name, String what, DoubleSupplier value, String... labels) {
        Gauge.builder(name, value, DoubleSupplier::getAsDouble)
                .description(what)
                .tags(labels)
                .strongReference(true)
                .register(registry);
    }

    /** Records the round trip of a TICK of ours. On the state thread. */
    public void roundTrip(long nanos) {
        roundTrip.record(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void flushed(long nextOffset, long upserts, long deletes, long packed, long sqlBytes, long nanos) {
        flush.record(nanos, TimeUnit.NANOSECONDS);
        rows.addAndGet(upserts + deletes);
        entries.addAndGet(packed);
        bytes.addAndGet(sqlBytes);
    }

    @Override
    public void failed(int inARow, Exception why, long retryMillis) {
        failures.incrementAndGet();
    }

    /** Writes counters and gauges by name, those with labels by name and labels. */
    void writeStats(JsonLine out) {
        beforeScrape.forEach(Runnable::run);
        RegistryStats.write(registry, role, out);
    }

    /** Runs this before each scrape, on its thread: it may register meters. */
    void beforeScrape(Runnable work) {
        beforeScrape.add(work);
    }

    /** The metrics in Prometheus' text format. */
    String scrape() {
        beforeScrape.forEach(Runnable::run);
        return registry.scrape();
    }

    @Override
    public void close() {
        heap.close();
        jvm.close();
        registry.close();
    }
}
