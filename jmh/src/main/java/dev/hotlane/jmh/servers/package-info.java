/**
 * Servers of others, each a process of its own with its data in a directory of its own, where it is installed. In: a
 * directory. Out: a port of the loopback address.
 * Thread: the caller's.
 * May import: infra.stack.
 */
package dev.hotlane.jmh.servers;
