package dev.hotlane.jmh.lane.http;

import dev.hotlane.infra.stack.Jvm;
import java.util.List;
import java.util.stream.Stream;

/** How the JVMs of a measured lane are started. Immutable. */
public record LaneJvms(
        List<String> processorFlags, List<String> gatewayFlags, List<String> gatewayOptions, List<String> brokerFlags) {

    /** The lists are copied. */
    public LaneJvms {
        processorFlags = List.copyOf(processorFlags);
        gatewayFlags = List.copyOf(gatewayFlags);
        gatewayOptions = List.copyOf(gatewayOptions);
        brokerFlags = List.copyOf(brokerFlags);
    }

    /** Flags of a node, which is both. */
    List<String> nodeFlags() {
        return Stream.concat(processorFlags.stream(), gatewayFlags.stream()).toList();
    }

    /** Flags of the broker, which is warm soon. */
    String[] allBrokerFlags() {
        return Stream.concat(Stream.of(Jvm.WARM_UP_SOON), brokerFlags.stream()).toArray(String[]::new);
    }

    /** As the launcher starts them, but for a gateway that is stopped seldom. */
    public static LaneJvms usual() {
        return new LaneJvms(List.of(), Jvm.SELDOM_STOPPED, List.of(), List.of());
    }
}
