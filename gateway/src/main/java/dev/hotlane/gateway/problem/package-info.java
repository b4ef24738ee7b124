/**
 * The faults of a call and their texts. In: what was found. Out: a code of the contract, thrown or returned.
 * Thread: any; nothing here has state. May import: protocol.
 */
package dev.hotlane.gateway.problem;
