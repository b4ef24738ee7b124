/**
 * The commands that measure: bench and compare. In: options. Out: tables; exit code 0 only if every total is right.
 * Thread: main.
 * May import: client, infra.cli, infra.stack, jmh, Vert.x's JSON, picocli.
 */
package dev.hotlane.jmh.cli;
