/**
 * The faults of a call and of a start, and their texts. In: what was found. Out: a code of the contract or an exception.
 * Thread: any; nothing here has state. May import: protocol.
 */
package dev.hotlane.gateway.problem;
