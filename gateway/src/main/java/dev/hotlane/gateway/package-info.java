/**
 * HTTP to commands and back. In: HTTP requests. Out: records of the command topic, and answers.
 * Threads: event loops {@code gateway-N} (parse, encode, answer) and {@code replies} (polls the reply topic).
 * May import: protocol, Vert.x core, jackson-core, kafka-clients, Caffeine, Micrometer. Here: start, stop and checks of the
 * process.
 */
package dev.hotlane.gateway;
