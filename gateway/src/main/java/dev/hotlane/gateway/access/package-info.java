/**
 * Who calls the gateway, and how often. In: the Authorization header of a request, the certificate of a connection. Out: the
 * caller, or the answer 401, 429 or 503.
 * Threads: the principals file and tokens have their own threads; an Authenticator and the logins of its connections belong
 * to one event loop {@code gateway-N}.
 * May import: access, access.file, access.token, access.rate, protocol.tls, gateway.settings, Vert.x, slf4j, the JDK.
 */
package dev.hotlane.gateway.access;
