/**
 * Certificates and keys in PEM files. In: files, which are read again when they change. Out: chains, keys, trust, and the
 * names of a peer.
 * Threads: {@code tls-files} looks for changed files, one for each server.
 * May import: protocol.process, the JDK.
 */
package dev.hotlane.protocol.tls;
