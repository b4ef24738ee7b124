/**
 * Pages about the gateway itself: status, metrics, contract. In: counters, the last beat, openapi.yaml. Out: text.
 * Thread: any. May import: Micrometer, protocol, gateway.json, gateway.lane.
 */
package dev.hotlane.gateway.page;
