package dev.hotlane.proof.history;

/**
 * Behaviour of the callers. Immutable.
 *
 * @param name first part of every key and every plain id, so that workloads of one lane share none
 * @param seed of the callers' choices; the order of their answers does not follow from it
 * @param clients number of callers, each with one call under way at a time
 * @param groups disjoint sets of keys; no command names keys of two of them
 * @param breathMsMax longest pause in ms of a client between an answer and its next call
 */
public record WorkloadSettings(String name, long seed, int clients, int groups, int breathMsMax) {
    /** More clients would only wait for each other. */
    private static final int CLIENTS_MAX = 1_000;

    /** Checks the ranges. */
    public WorkloadSettings {
        if (clients < 1 || clients > CLIENTS_MAX || groups < 1 || breathMsMax < 1) {
            throw new IllegalArgumentException("clients " + clients + " (1.." + CLIENTS_MAX + "), groups " + groups
                    + " and breathMsMax " + breathMsMax + " (from 1)");
        }
    }

    /** 16 clients on 4 groups: about 2,000 calls a second. */
    public static WorkloadSettings of(String name, long seed) {
        return new WorkloadSettings(name, seed, 16, 4, 8);
    }
}
