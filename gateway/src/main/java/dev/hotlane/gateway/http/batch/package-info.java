/**
 * {@code POST /v1/batch}, read and answered line by line. In: an admitted request; chunks of its body. Out: one exchange
 * of the lane for each line; lines of the response.
 * Thread: each object belongs to one event loop {@code gateway-N}.
 * May import: access, Vert.x, protocol.json, gateway.access, gateway.call, gateway.json, gateway.lane, gateway.problem,
 * gateway.settings, gateway.status. Not the rest of gateway.http, which implements BatchPort.
 */
package dev.hotlane.gateway.http.batch;
