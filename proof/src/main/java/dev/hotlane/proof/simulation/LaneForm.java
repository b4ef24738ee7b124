package dev.hotlane.proof.simulation;

/** Which gateways are in one process with a processor. There are always two processors. */
public enum LaneForm {
    /** Two gateways, each a process of its own. */
    SPLIT(2, 0, false),
    /** Two nodes, and a gateway of its own. */
    NODES(3, 2, false),
    /** A node, a processor of its own, and two gateways of their own. */
    MIXED(3, 1, false),
    /** Two nodes that share a partition of the reply topic by mistake, and a gateway of its own. */
    SHARED_PARTITION(3, 2, true);

    private final int gateways;
    private final int nodes;
    private final boolean shared;

    LaneForm(int gateways, int nodes, boolean shared) {
        this.gateways = gateways;
        this.nodes = nodes;
        this.shared = shared;
    }

    int gateways() {
        return gateways;
    }

    /** Whether any process is a node. */
    boolean hasNodes() {
        return nodes > 0;
    }

    /** Whether the processor and the gateway of that index are one process. */
    boolean isNode(int index) {
        return index < nodes;
    }

    /** Partition of the reply topic that a gateway reads. */
    int partition(int gateway) {
        return shared && gateway < nodes ? 0 : gateway;
    }
}
