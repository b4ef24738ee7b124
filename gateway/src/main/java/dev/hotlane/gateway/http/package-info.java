/**
 * The HTTP server: routes, bodies, admission, answers. In: requests. Out: exchanges of the lane; responses.
 * Threads: each object belongs to one event loop {@code gateway-N}; {@code tls} makes the signatures of TLS handshakes.
 * May import: all of the gateway, access, protocol, Vert.x.
 */
package dev.hotlane.gateway.http;
