/**
 * Records what callers of a running lane saw, so that it can be checked: recorder, seeded workload, dumps. In:
 * addresses of gateways, a seed; later the log and MySQL. Out: files of JSON lines (docs/reliability.md).
 * Thread: one event loop per workload; the recorder takes any.
 * May import: protocol, infra.log, kafka-clients, Vert.x.
 */
package dev.hotlane.proof.history;
