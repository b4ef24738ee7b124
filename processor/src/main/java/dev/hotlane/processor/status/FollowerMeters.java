package dev.hotlane.processor.status;

import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.process.Build;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** Metrics for Prometheus of a process that follows the log beside the lane. Registered at its start; any thread scrapes. */
public final class FollowerMeters implements AutoCloseable {
    private final PrometheusMeterRegistry registry = JvmMeters.registry();
    private final JvmMeters jvm;
    /** Strong references: the registry holds a counter's function only weakly. */
    private final List<LongSupplier> kept = new ArrayList<>();

    /** @param role of the process, for the build's metric */
    public FollowerMeters(String role) {
        Gauge.builder("hotlane.build.info", () -> 1)
                .description("1; the labels name the build, and the highest format of records that it supports")
                .tags("role", role, "version", Build.THIS.version(), "commit", Build.THIS.commit())
                .tags("format", Integer.toString(Rules.KNOWN_FORMAT_MAX))
                .register(registry);
        jvm = new JvmMeters(registry);
    }

    /** Registers a counter. */
    public void counter(String name, String what, LongSupplier value) {
        kept.add(value);
        FunctionCounter.builder(name, value, LongSupplier::getAsLong)
                .description(what)
                .register(registry);
    }

    /** Registers a gauge. */
    public void gauge(String name, String what, DoubleSupplier value) {
        Gauge.builder(name, value, DoubleSupplier::getAsDouble)
                .description(what)
                .strongReference(true)
                .register(registry);
    }

    /** The metrics in Prometheus' text format. */
    String scrape() {
        return registry.scrape();
    }

    @Override
    public void close() {
        jvm.close();
        registry.close();
    }
}
