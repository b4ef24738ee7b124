/**
 * The `hotlane` program: one class per subcommand, and where each setting comes from. In: arguments, environment,
 * settings file. Out: exit code; text on stdout, logs on stderr.
 * Threads: main, and {@code stop}, the JVM's shutdown hook.
 * May import: every module but jmh and proof, picocli, kafka-clients, Agrona, logback.
 */
package dev.hotlane.infra.cli;
