/**
 * The dev stack: a real Kafka broker and a real MySQL server as child processes with their data in one directory. In:
 * settings. Out: a {@link Stack}, which tests may also run in containers.
 * Threads: the caller's; {@code stack} starts and ends servers side by side, {@code supervisor-N} starts a process
 * again. Any thread may kill and restart a server.
 * May import: the JDK, kafka-clients, JDBC, protocol, protocol.kafka; of the processor its roles and exit codes.
 */
package dev.hotlane.infra.stack;
