/**
 * How often a principal may call one gateway. In: calls and what they cost. Out: whether one may go on, and when to come
 * again.
 * Threads: none of its own; all event loops of a gateway share one {@link dev.hotlane.access.rate.PrincipalRate} for each
 * principal.
 * May import: access, protocol, the JDK.
 */
package dev.hotlane.access.rate;
