/**
 * The rows, by what they do harm to. In: a lane that serves under load. Out: facts, and whatever must not be.
 * Thread: the matrix's.
 * May import: protocol, processor.halt, infra.log, infra.stack, proof, HdrHistogram, Vert.x, kafka-clients.
 */
package dev.hotlane.proof.faults.rows;
