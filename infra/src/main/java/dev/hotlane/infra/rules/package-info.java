/**
 * The rules of a lane, looked up and changed by an operator. In: the command topic, the checkpoint, changes by name.
 * Out: the rules in force, or a RULES record that came into force.
 * For the console: what its view Care shows of a lane ({@code CaredLane}).
 * Thread: the caller's, blocking.
 * May import: protocol, flusher, processor.state (SkipScan), kafka-clients, infra.log,
 * console.care, console.log (LogUnreadableException).
 */
package dev.hotlane.infra.rules;
