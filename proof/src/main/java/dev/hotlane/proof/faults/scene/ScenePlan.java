package dev.hotlane.proof.faults.scene;

import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.infra.topics.WantedTopics;
import dev.hotlane.protocol.Rules;
import java.time.Duration;
import java.util.List;

/**
 * The lane of a row. Immutable.
 *
 * @param processors of the lane, in JVMs of their own
 * @param gateways of the lane, in JVMs of their own
 * @param nodes whether each processor and its gateway are one JVM; gateways beyond the processors run alone
 * @param failpoints whether their JVMs carry the agent
 * @param wires whether their connections to the broker and the database go through wires
 * @param windowSize of the rules
 * @param windowAge of the rules
 * @param clients callers of the load
 * @param breathMsMax longest pause of a caller of the load, in ms
 * @param processorOptions after the usual ones
 * @param gatewayOptions after the usual ones
 * @param view whether each process has a view, and the lane a view topic
 */
public record ScenePlan(
        int processors,
        int gateways,
        boolean nodes,
        boolean failpoints,
        boolean wires,
        int windowSize,
        Duration windowAge,
        int clients,
        int breathMsMax,
        List<String> processorOptions,
        List<String> gatewayOptions,
        boolean view) {

    /** Larger than any row needs, small enough to wrap under load. */
    private static final int WINDOW_SIZE = 20_000;

    /** Enough that calls are under way at every fault. */
    private static final int CLIENTS = 8;

    /** Eight callers then make some 500 calls a second: a core is left for starting JVMs. */
    private static final int BREATH_MS_MAX = 15;

    /** Two processors and two gateways with the usual options. */
    public static final ScenePlan USUAL = new ScenePlan(
            2,
            2,
            false,
            false,
            false,
            WINDOW_SIZE,
            Duration.ofMinutes(10),
            CLIENTS,
            BREATH_MS_MAX,
            List.of(),
            List.of(),
            false);

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
                clients,
                breathMsMax,
                processorOptions,
                gatewayOptions,
                view);
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
                clients,
                breathMsMax,
                processorOptions,
                gatewayOptions,
                view);
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
                clients,
                breathMsMax,
                processorOptions,
                gatewayOptions,
                view);
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
                clients,
                breathMsMax,
                processorOptions,
                gatewayOptions,
                view);
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
                clients,
                breathMsMax,
                processorOptions,
                gatewayOptions,
                view);
    }

    /** With callers that pause at most that number of ms. */
    public ScenePlan withBreath(int millisMax) {
        return withLoad(clients, millisMax);
    }

    /** With that number of callers, which pause at most that number of ms. */
    public ScenePlan withLoad(int callers, int millisMax) {
        return new ScenePlan(
                processors,
                gateways,
                nodes,
                failpoints,
                wires,
                windowSize,
                windowAge,
                callers,
                millisMax,
                processorOptions,
                gatewayOptions,
                view);
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
                clients,
                breathMsMax,
                List.of(options),
                gatewayOptions,
                view);
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
                clients,
                breathMsMax,
                processorOptions,
                List.of(options),
                view);
    }

    /** Nodes and one gateway that runs alone, each with a view; gateways accept BEATs of up to 10 s. */
    public ScenePlan withView() {
        return new ScenePlan(
                processors,
                processors + 1,
                true,
                failpoints,
                wires,
                windowSize,
                windowAge,
                clients,
                breathMsMax,
                processorOptions,
                List.of("--gateway-beat-age-max-ms=10000"),
                true);
    }

    /** The topics of the lane. */
    WantedTopics topics(String lane) {
        return WantedTopics.of(lane, gateways).withView(view);
    }

    /** The first rules of the lane. */
    Rules rules(long hashSeed) {
        return LaneRules.small(hashSeed).withWindow(windowSize, windowAge.toMillis());
    }
}
