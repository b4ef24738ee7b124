/**
 * A whole lane for one row of the matrix: processors and gateways in JVMs of their own, wires, failpoints, the load.
 * In: a running stack and a plan. Out: a lane to make faults in, and the acceptance at its end.
 * Threads: the row's; {@code supervisor} starts again what has ended; the load has its own.
 * May import: access, protocol, infra, proof, Vert.x, kafka-clients.
 */
package dev.hotlane.proof.faults.scene;
