/**
 * What can go wrong, and the words for it. In: what was found. Out: a code of the contract, thrown or told.
 * Thread: any; nothing here has state. May import: protocol.
 */
package dev.hotlane.gateway.problem;
