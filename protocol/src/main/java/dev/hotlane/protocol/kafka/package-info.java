/**
 * How every Kafka client of the lane's processes reaches the brokers: addresses, TLS, SASL. In: the file of
 * {@code --kafka-config}, or addresses alone. Out: properties of a client; what the brokers denied, as a sentence.
 * Thread: any; nothing here changes. May import: the JDK, kafka-clients.
 */
package dev.hotlane.protocol.kafka;
