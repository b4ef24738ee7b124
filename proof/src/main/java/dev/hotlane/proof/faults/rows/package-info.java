/**
 * The rows, by the place of their faults. In: a lane that serves under load. Out: facts and faults.
 * Threads: the matrix's; {@code flood} sends batches.
 * May import: protocol, access, processor.halt, client, infra.counters, infra.log, infra.stack, proof, HdrHistogram,
 * Vert.x, kafka-clients.
 */
package dev.hotlane.proof.faults.rows;
