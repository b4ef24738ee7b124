/**
 * The HTTP server: routes, bodies, admission, answers. In: requests; replies. Out: questions to the lane; responses.
 * Thread: each object belongs to one event loop {@code gateway-N}. May import: every package of the gateway, Vert.x.
 */
package dev.hotlane.gateway.http;
