/**
 * The rows, by the place of their faults. In: a lane that serves under load. Out: facts and faults.
 * Thread: the matrix's.
 * May import: protocol, processor.halt, infra.log, infra.stack, proof, HdrHistogram, Vert.x, kafka-clients.
 */
package dev.hotlane.proof.faults.rows;
