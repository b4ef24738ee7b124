/**
 * Microbenchmarks of the lane, from the bare ring to ring + state + hBatching, none with I/O. In: real encoded records,
 * with new ids in each round. Out: operations per second.
 * Thread: JMH's worker publishes, the ring's threads apply. Every round completes its operations and is checked.
 * May import: every module but proof, JMH, Nimbus, Disruptor, Agrona, kafka-clients.
 */
package dev.hotlane.jmh.micro;
