/**
 * The topics of a lane on a cluster: created, checked, with the first rules as the first record of the log.
 * In: brokers, the name of a lane. Out: what was done, what differs and how to mend it.
 * Thread: the caller's, blocking.
 * May import: protocol, kafka-clients, infra.log.
 */
package dev.hotlane.infra.topics;
