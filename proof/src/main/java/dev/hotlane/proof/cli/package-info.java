/**
 * The commands simulate, faults and check-history. In: options. Out: a verdict; exit code 0 only if all holds.
 * Thread: main.
 * May import: infra.cli, proof, picocli.
 */
package dev.hotlane.proof.cli;
