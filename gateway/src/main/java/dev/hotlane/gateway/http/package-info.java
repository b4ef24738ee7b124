/**
 * The HTTP server: routes, bodies, admission, answers. In: requests. Out: exchanges of the lane; responses.
 * Thread: each object belongs to one event loop {@code gateway-N}.
 * May import: all of the gateway, protocol, Vert.x.
 */
package dev.hotlane.gateway.http;
