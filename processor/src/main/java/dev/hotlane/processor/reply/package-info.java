/**
 * Sends replies, once this process leads. In: slots with a reply, or a TICK. Out: packed replies and BEATs to the
 * partition of each gateway; in a node, replies to its own gateway in memory; the mark below which every reply is
 * acknowledged.
 * Thread: {@code reply}; acknowledgements come on Kafka's producer thread.
 * May import: kafka-clients, Disruptor, slf4j, protocol, processor.flow, processor.halt, processor.state.
 */
package dev.hotlane.processor.reply;
