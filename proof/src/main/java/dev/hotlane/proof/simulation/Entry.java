package dev.hotlane.proof.simulation;

import dev.hotlane.proof.simulation.model.LogEntry;

/**
 * A record of the command topic.
 *
 * @param stamp the broker's append time, epoch milliseconds
 * @param said what it says
 * @param attempt the call that it belongs to, null for a processor's own
 */
record Entry(byte[] key, byte[] value, long stamp, LogEntry said, SimAttempt attempt) {}
