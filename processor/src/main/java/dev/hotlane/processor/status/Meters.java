package dev.hotlane.processor.status;

import dev.hotlane.flusher.mysql.FlushListener;
import dev.hotlane.protocol.process.Build;
import dev.hotlane.protocol.process.HeapHeadroom;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * The processor's metrics for Prometheus. Hot threads only write plain numbers of their own; a scrape reads them. The
 * two timers are fed ten times a second and once a flush.
 */
public final class Meters implements FlushListener, AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics gc = new JvmGcMetrics();
    private final HeapHeadroom heap;
    /** Strong references: the registry holds a counter's function only weakly. */
    private final List<LongSupplier> kept = new ArrayList<>();

    private final Timer roundTrip;
    private final Timer flush;
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong entries = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();

    /** @param heap of this JVM; closed with the meters */
    public Meters(HeapHeadroom heap) {
        this.heap = heap;
        roundTrip = timer("hotlane.log.roundtrip", "From sending a TICK to applying it");
        flush = timer("hotlane.flush", "One MySQL transaction, from BEGIN to COMMIT");
        counter("hotlane.flush.rows", "Counters written or deleted in MySQL", rows::get);
        counter("hotlane.flush.entries", "Window entries written to MySQL", entries::get);
        counter("hotlane.flush.bytes", "Bytes of SQL sent", bytes::get);
        counter("hotlane.flush.failures", "Flush attempts that failed and were tried again", failures::get);
        Gauge.builder("hotlane.build.info", () -> 1)
                .tags("role", "processor", "version", Build.THIS.version(), "commit", Build.THIS.commit())
                .register(registry);
        gauge(
                "hotlane.heap.headroom.bytes",
                "Of the largest heap, free after the last garbage collection",
                heap::bytes);
        gauge("hotlane.heap.headroom.ratio", "The same as a share of the largest heap", heap::ratio);
        new JvmMemoryMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        gc.bindTo(registry);
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

    public void gauge(String name, String what, DoubleSupplier value) {
        Gauge.builder(name, value, DoubleSupplier::getAsDouble)
                .description(what)
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

    /** The metrics in Prometheus' text format. */
    String scrape() {
        return registry.scrape();
    }

    @Override
    public void close() {
        heap.close();
        gc.close();
        registry.close();
    }
}
