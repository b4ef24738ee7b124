/**
 * What each account of a lane may do on the brokers: no more than its process needs. In: the name of a lane, the accounts'
 * principals. Out: ACLs, as commands, as Strimzi's KafkaUsers, or on the brokers.
 * Thread: any; creating them blocks.
 * May import: protocol, kafka-clients.
 */
package dev.hotlane.infra.acls;
