package dev.hotlane.jmh.lane.raw;

import dev.hotlane.protocol.Hash;

/**
 * The commands that are sent and not answered: which key each op of a request adds to, and what identifies its reply. The
 * thread raw-commands adds them, the thread raw-replies removes them in the same order; any thread reads the counts.
 */
final class OpenCommands {
    private final int keys;
    private final int ops;
    private final int inFlightMax;
    private final long[] idHashes;
    private volatile long sent;
    private volatile long answered;

    OpenCommands(int keys, int ops, int inFlightMax) {
        this.keys = keys;
        this.ops = ops;
        this.inFlightMax = inFlightMax;
        idHashes = new long[Integer.highestOneBit(inFlightMax) * 2];
    }

    /** The key that an op of a request adds to. Any thread. */
    int key(long request, int op) {
        return keys == 1 ? 0 : (int) Long.remainderUnsigned(Hash.mix(0, request * ops + op), keys);
    }

    int keys() {
        return keys;
    }

    int ops() {
        return ops;
    }

    /** How many more may be sent now. */
    int room() {
        return (int) (inFlightMax - (sent - answered));
    }

    /** Enters the next request, whose number is {@link #sent}. The thread raw-commands, before the record leaves. */
    void enter(byte[] id) {
        long request = sent;
        idHashes[(int) request & idHashes.length - 1] = Hash.of(id, 0, id.length, 0);
        sent = request + 1;
    }

    /** What a reply to that request must name: the hash of the record key. The thread raw-replies. */
    long idHash(long request) {
        return idHashes[(int) request & idHashes.length - 1];
    }

    /** Counts the reply to the next request. The thread raw-replies. */
    void answer() {
        answered = answered + 1;
    }

    /** Commands sent so far. */
    long sent() {
        return sent;
    }

    /** Commands answered so far, each with the reply that it must have. */
    long answered() {
        return answered;
    }
}
