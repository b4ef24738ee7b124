/**
 * The `hotlane` program: one class per subcommand, and where each setting comes from.
 * In: arguments, environment, settings file. Out: exit code; text on stdout, logs on stderr.
 * Thread: main.
 * May import: all modules.
 */
package dev.hotlane.infra.cli;
