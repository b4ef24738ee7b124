/**
 * Status page, readiness, liveness and metrics of the gateway. In: counts of the event loops, the last BEAT. Out: JSON,
 * the text of Prometheus.
 * Thread: any. May import: Kafka, Micrometer, Prometheus, protocol, access, access.rate, access.token, gateway.board, gateway.changes,
 * gateway.call, gateway.cards, gateway.json, gateway.lane, gateway.problem, gateway.view, gateway.watch.
 */
package dev.hotlane.gateway.status;
