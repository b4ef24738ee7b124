package dev.hotlane.proof.faults.scene;

import dev.hotlane.protocol.Rules;
import java.time.Duration;
import java.util.List;

/**
 * The lane of a row. Immutable.
 *
 * @param processors of the lane, in JVMs of their own
 * @param gateways of the lane, in JVMs of their own
 * @param nodes whether each processor and its gateway are one JVM; then there are as many of either
 * @param failpoints whether their JVMs carry the agent
 * @param wires whether their connections to the broker and the database go through wires
 * @param windowSize of the rules
 * @param windowAge of the rules
 * @param breathMsMax longest pause of a caller of the load, in ms
 * @param processorOptions after the usual ones
 * @param gatewayOptions after the usual ones
 */
public record ScenePlan(
        int processors,
        int gateways,
        boolean nodes,
        boolean failpoints,
        boolean wires,
        int windowSize,
        Duration windowAge,
        int breathMsMax,
        List<String> processorOptions,
        List<String> gatewayOptions) {

    /** Larger than any row needs, small enough to wrap under load. */
    private static final int WINDOW_SIZE = 20_000;

    /**
     * Eight callers make some 500 calls a second: calls are under way at every fault, and a core is left for starting
     * JVMs.
     */
    private static final int BREATH_MS_MAX = 15;

    /** Two processors and two gateways with the usual options. */
    public static final ScenePlan USUAL = new ScenePlan(
            2, 2, false, false, false, WINDOW_SIZE, Duration.ofMinutes(10), BREATH_MS_MAX, List.of(), List.of());

    /** With a node in place of each processor, and no other gateway. */
    public ScenePlan withNodes() {
        return new ScenePlan(
                processors,
                processors,
                true,
                failpoints,
                wires,
                windowSize,
                windowAge,
                breathMsMax,
                processorOptions,
                gatewayOptions);
    }

    /** With the agent in every JVM. */
    public ScenePlan withFailpoints() {
        return new ScenePlan(
                processors,
                gateways,
                nodes,
                true,
                wires,
                windowSize,
                windowAge,
                breathMsMax,
                processorOptions,
                gatewayOptions);
    }

    /** With wires to both servers. */
    public ScenePlan withWires() {
        return new ScenePlan(
                processors,
                gateways,
                nodes,
                failpoints,
                true,
                windowSize,
                windowAge,
                breathMsMax,
                processorOptions,
                gatewayOptions);
    }

    /** With that number of processors. */
    public ScenePlan withProcessors(int count) {
        return new ScenePlan(
                count,
                gateways,
                nodes,
                failpoints,
                wires,
                windowSize,
                windowAge,
                breathMsMax,
                processorOptions,
                gatewayOptions);
    }

    /** With that window. */
    public ScenePlan withWindow(int size, Duration age) {
        return new ScenePlan(
                processors,
                gateways,
                nodes,
                failpoints,
                wires,
                size,
                age,
                breathMsMax,
                processorOptions,
                gatewayOptions);
    }

    /** With callers that pause at most that number of ms. */
    public ScenePlan withBreath(int millisMax) {
        return new ScenePlan(
                processors,
                gateways,
                nodes,
                failpoints,
                wires,
                windowSize,
                windowAge,
                millisMax,
                processorOptions,
                gatewayOptions);
    }

    /** With these options of each processor. */
    public ScenePlan withProcessorOptions(String... options) {
        return new ScenePlan(
                processors,
                gateways,
                nodes,
                failpoints,
                wires,
                windowSize,
                windowAge,
                breathMsMax,
                List.of(options),
                gatewayOptions);
    }

    /** With these options of each gateway. */
    public ScenePlan withGatewayOptions(String... options) {
        return new ScenePlan(
                processors,
                gateways,
                nodes,
                failpoints,
                wires,
                windowSize,
                windowAge,
                breathMsMax,
                processorOptions,
                List.of(options));
    }

    /** The first rules of the lane. */
    Rules rules(long hashSeed) {
        return Rules.first(hashSeed).withWindow(windowSize, windowAge.toMillis());
    }
}
