/**
 * Whole lanes in one thread, one seed and virtual time: the product's own state, leadership, replies, batching,
 * flushing and recovery. Kafka, MySQL, network and clock are simulated. Faults happen between any two steps, and the
 * invariants of docs/reliability.md are checked after every event. In: a seed. Out: counts, or the invariant that
 * broke.
 * Thread: the caller's, or {@code simulation-N} of a campaign; one for each seed.
 * May import: flusher, gateway, processor, protocol, kafka-clients, infra.feed, infra.log, infra.repair, infra.snapshot,
 * proof.model, Agrona.
 */
package dev.hotlane.proof.simulation;
