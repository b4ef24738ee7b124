/**
 * The rules of the lane once more, in the plainest words, to compare the product with. Shares no code with it. In: what
 * each record of the log says. Out: the answer it must get, and the state after it.
 * Thread: the caller's; a lane belongs to one thread.
 * May import: the JDK.
 */
package dev.hotlane.proof.model;
