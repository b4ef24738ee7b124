package dev.hotlane.processor.status;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/** Metrics of the JVM, without those whose names are against Prometheus' conventions. Any thread. */
final class JvmMeters implements AutoCloseable {
    private final JvmGcMetrics gc = new JvmGcMetrics();

    /** A registry that refuses those. */
    static PrometheusMeterRegistry registry() {
        PrometheusMeterRegistry made = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        made.config().meterFilter(MeterFilter.denyNameStartsWith("process.cpu.time"));
        made.config().meterFilter(MeterFilter.denyNameStartsWith("system.cpu.count"));
        return made;
    }

    /** Registers them. */
    JvmMeters(MeterRegistry registry) {
        new JvmMemoryMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        gc.bindTo(registry);
    }

    @Override
    public void close() {
        gc.close();
    }
}
