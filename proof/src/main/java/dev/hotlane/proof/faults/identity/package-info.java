/**
 * The rows about who calls, and how often: rates, keys, tokens, certificates. In: a lane that serves under load, and its
 * principals file. Out: facts and faults.
 * Threads: the matrix's; a crowd and the load have event loops of their own.
 * May import: access, protocol.tls, proof, HdrHistogram, Vert.x.
 */
package dev.hotlane.proof.faults.identity;
