/**
 * Passes changed counters to the views of gateways. In: changes by value, and at cuttable slots the state's meta. Out:
 * packs, in memory to the gateway of this process and by topic to gateways that run alone.
 * Thread: {@code view}; acknowledgements come on Kafka's producer thread.
 * May import: kafka-clients, Disruptor, slf4j, flusher.batch, protocol, processor.flow, processor.state.
 */
package dev.hotlane.processor.view;
