/**
 * The rules of a lane, looked up and changed by an operator. In: the command topic, the checkpoint, changes by name.
 * Out: the rules in force, or a RULES record that came into force.
 * Thread: the caller's, blocking.
 * May import: protocol, flusher, processor.state (SkipScan), kafka-clients, infra.log.
 */
package dev.hotlane.infra.rules;
