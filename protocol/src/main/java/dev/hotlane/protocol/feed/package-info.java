/**
 * The feed's topics as its readers see them: the position, names of headers and keys. In: values of Kafka records.
 * Out: models, and the reverse. Thread: any; nothing here changes. May import: protocol, the JDK.
 */
package dev.hotlane.protocol.feed;
