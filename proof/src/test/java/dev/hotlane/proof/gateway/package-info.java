/** The gateway on a real broker, against a scripted stand-in for the processor. Thread: the test's. */
package dev.hotlane.proof.gateway;
