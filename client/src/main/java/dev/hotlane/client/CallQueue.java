package dev.hotlane.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Calls that wait, in order. Settled ones are removed late. Guarded by its owner. */
final class CallQueue {
    private final ArrayDeque<BatchedCall<?>> calls = new ArrayDeque<>();
    private final int unsettledMax;
    private long earliest;

    CallQueue(int unsettledMax) {
        this.unsettledMax = unsettledMax;
    }

    void add(BatchedCall<?> call) {
        if (calls.size() >= 2 * unsettledMax) {
            calls.removeIf(BatchedCall::isSettled);
        }
        if (calls.isEmpty() || call.deadline() - earliest < 0) {
            earliest = call.deadline();
        }
        calls.add(call);
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    int size() {
        return calls.size();
    }

    BatchedCall<?> peek() {
        return calls.peek();
    }

    BatchedCall<?> poll() {
        return calls.poll();
    }

    /** A time at or before the first deadline; without calls it has no meaning. */
    long earliest() {
        return earliest;
    }

    /** Removes and returns the calls whose deadline has passed. */
    List<BatchedCall<?>> due(long now) {
        List<BatchedCall<?>> due = new ArrayList<>();
        if (calls.isEmpty() || now - earliest < 0) {
            return due;
        }
        List<BatchedCall<?>> all = List.copyOf(calls);
        calls.clear();
        for (BatchedCall<?> call : all) {
            if (now - call.deadline() >= 0) {
                due.add(call);
            } else if (!call.isSettled()) {
                add(call);
            }
        }
        return due;
    }

    /** Removes and returns all calls. */
    List<BatchedCall<?>> all() {
        List<BatchedCall<?>> all = List.copyOf(calls);
        calls.clear();
        return all;
    }
}
