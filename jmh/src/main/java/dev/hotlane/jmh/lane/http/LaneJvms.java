package dev.hotlane.jmh.lane.http;

import dev.hotlane.infra.stack.Jvm;
import java.util.List;

/**
 * How the JVMs of a measured lane are started. Immutable.
 *
 * @param split a processor and a gateway with a JVM each; otherwise a node, whose JVM has both lists of flags
 */
public record LaneJvms(
        boolean split, List<String> processorFlags, List<String> gatewayFlags, List<String> gatewayOptions) {
    /** The lists are copied. */
    public LaneJvms {
        processorFlags = List.copyOf(processorFlags);
        gatewayFlags = List.copyOf(gatewayFlags);
        gatewayOptions = List.copyOf(gatewayOptions);
    }

    /** A node as the launcher starts it, but with a young generation that is collected seldom. */
    public static LaneJvms usual() {
        return new LaneJvms(false, List.of(), Jvm.SELDOM_STOPPED, List.of());
    }
}
