package dev.hotlane.proof.simulation;

import dev.hotlane.proof.model.LogEntry;

/**
 * A record of the command topic.
 *
 * @param stamp the broker's append time, epoch milliseconds
 * @param said its content as the model's entry
 * @param attempt the try of the call that it belongs to, null for a record of a processor
 */
record Entry(byte[] key, byte[] value, long stamp, LogEntry said, SimAttempt attempt) {}
