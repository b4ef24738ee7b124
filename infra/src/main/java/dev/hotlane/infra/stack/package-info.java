/**
 * The dev stack: a real Kafka broker and a real MySQL server as child processes with their data in one directory.
 * In: settings. Out: a {@link Stack}, which tests may also run in containers.
 * Thread: the caller's; every server may be killed and restarted from any thread.
 * May import: the JDK, kafka-clients, JDBC; of the processor its roles and exit codes.
 */
package dev.hotlane.infra.stack;
