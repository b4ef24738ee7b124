package dev.hotlane.processor.status;

import dev.hotlane.protocol.json.JsonLine;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The lane's counters and gauges as JSON, for readers that take differences. Without state. */
final class RegistryStats {
    private static final String OWN = "hotlane";

    private RegistryStats() {}

    /** Appends the role, this process' clock, counters since the start, and gauges. */
    static void write(MeterRegistry registry, String role, JsonLine out) {
        out.put("role", role).put("time", System.currentTimeMillis());
        List<Meter> own = registry.getMeters().stream()
                .filter(meter -> meter.getId().getName().startsWith(OWN))
                .sorted(Comparator.comparing(meter -> meter.getId().getName()))
                .toList();
        out.beginArray("counters");
        for (Meter meter : own) {
            if (meter instanceof FunctionCounter counter) {
                write(meter, counter.count(), out);
            }
        }
        out.endArray().beginArray("gauges");
        for (Meter meter : own) {
            if (meter instanceof Gauge gauge) {
                write(meter, gauge.value(), out);
            }
        }
        out.endArray();
    }

    private static void write(Meter meter, double value, JsonLine out) {
        out.beginElement().put("name", meter.getId().getName().replace('.', '_'));
        List<Tag> tags = meter.getId().getTags();
        if (!tags.isEmpty()) {
            out.put("labels", tags.stream().map(Tag::getValue).collect(Collectors.joining(" ")));
        }
        out.putNumber("value", value).endObject();
    }
}
