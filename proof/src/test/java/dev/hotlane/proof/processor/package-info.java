/**
 * A processor in the test's JVM on a real broker and a real MySQL, called without a gateway: recovery, each refusal's
 * exit code, halts. In: commands as a gateway would write them. Out: replies, exit codes, the checkpoint.
 */
package dev.hotlane.proof.processor;
