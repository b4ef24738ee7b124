/**
 * A processor in the test's JVM on a real broker and a real MySQL, called without a gateway: recovery, halts and the
 * exit code of each refusal. In: commands as a gateway would write them. Out: replies, exit codes, the checkpoint.
 */
package dev.hotlane.proof.processor;
