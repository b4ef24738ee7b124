package dev.hotlane.infra.bench.http;

import java.util.List;

/** How the JVMs of a measured lane are started. Immutable. */
public record LaneJvms(List<String> processorFlags, List<String> gatewayFlags, List<String> gatewayOptions) {
    /** The lists are copied. */
    public LaneJvms {
        processorFlags = List.copyOf(processorFlags);
        gatewayFlags = List.copyOf(gatewayFlags);
        gatewayOptions = List.copyOf(gatewayOptions);
    }

    /** As the launcher starts them. */
    public static LaneJvms usual() {
        return new LaneJvms(List.of(), List.of(), List.of());
    }
}
