package dev.hotlane.client;

import java.util.List;

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

    /** A watch of 1 to 100 counters, absent ones too. */
    public CounterWatch watch(String... keys) {
        return CounterWatch.keys(client, List.of(keys));
    }

    /** A watch of all counters whose keys begin so; the operator of the gateway has declared this board. */
    public CounterWatch watchBoard(String prefix) {
        return CounterWatch.board(client, prefix);
    }
}
