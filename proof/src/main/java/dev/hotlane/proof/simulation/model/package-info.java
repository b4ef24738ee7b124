/**
 * The rules of the lane once more, in the plainest words, to hold the product against. Shares no code with it. In: what
 * each record of the log says. Out: the answer it must get, and the rows MySQL must hold at any offset.
 * Thread: the simulation's.
 * May import: the JDK.
 */
package dev.hotlane.proof.simulation.model;
