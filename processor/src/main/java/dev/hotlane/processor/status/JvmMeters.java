package dev.hotlane.processor.status;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.config.MeterFilter;

/** Metrics of the JVM, without those whose names are against Prometheus' conventions. Any thread. */
final class JvmMeters implements AutoCloseable {
    private final JvmGcMetrics gc = new JvmGcMetrics();

    /** Registers them. */
    JvmMeters(MeterRegistry registry) {
        registry.config().meterFilter(MeterFilter.denyNameStartsWith("process.cpu.time"));
        registry.config().meterFilter(MeterFilter.denyNameStartsWith("system.cpu.count"));
        new JvmMemoryMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        gc.bindTo(registry);
    }

    @Override
    public void close() {
        gc.close();
    }
}
