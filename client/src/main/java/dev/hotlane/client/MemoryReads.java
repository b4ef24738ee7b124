package dev.hotlane.client;

/** Reads that a gateway answers from its memory. Any thread. */
public final class MemoryReads {
    private final LaneClient client;

    MemoryReads(LaneClient client) {
        this.client = client;
    }

    /** Reads of counters in the gateway's view, at most as old as the gateway's operator allows. */
    public LocalReadCalls local() {
        return new LocalReadCalls(client, LocalReadCalls.NONE, LocalReadCalls.NONE, null);
    }
}
