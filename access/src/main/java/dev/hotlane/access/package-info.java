/**
 * Principals, their API keys and their grants. In: a key as a caller sends it, ops, keys of counters. Out: the
 * principal, and what a call lacks.
 * Threads: none of its own; a {@link dev.hotlane.access.KeyCheck} belongs to one thread, all else is immutable.
 * May import: protocol, the JDK.
 */
package dev.hotlane.access;
