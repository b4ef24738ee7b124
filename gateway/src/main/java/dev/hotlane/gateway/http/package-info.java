/**
 * The HTTP server: routes, bodies, admission, answers. In: requests; replies. Out: questions to the lane; responses.
 * Thread: each object belongs to one event loop {@code gateway-N}.
 * May import: all of the gateway, protocol, Vert.x, Agrona.
 */
package dev.hotlane.gateway.http;
