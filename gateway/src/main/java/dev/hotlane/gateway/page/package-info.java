/**
 * What the gateway tells about itself: status, readiness, metrics. In: counters and the last beat. Out: text.
 * Thread: any. May import: Micrometer, protocol, gateway.json, gateway.lane.
 */
package dev.hotlane.gateway.page;
