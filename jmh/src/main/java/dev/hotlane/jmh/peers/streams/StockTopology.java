package dev.hotlane.jmh.peers.streams;

import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;

/**
 * Command topic -> units of the key in a store in memory -> reply topic. The store's cache lets one value a key go to
 * the changelog with each commit.
 */
final class StockTopology implements Processor<String, byte[], String, byte[]> {
    static final String STORE = "stock";

    private ProcessorContext<String, byte[]> context;
    private KeyValueStore<String, Long> stock;

    static Topology of(String commands, String replies) {
        return new Topology()
                .addSource(
                        "commands",
                        Serdes.String().deserializer(),
                        Serdes.ByteArray().deserializer(),
                        commands)
                .addProcessor("sell", StockTopology::new, "commands")
                .addStateStore(
                        Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore(STORE), Serdes.String(), Serdes.Long())
                                .withCachingEnabled(),
                        "sell")
                .addSink(
                        "replies",
                        replies,
                        Serdes.String().serializer(),
                        Serdes.ByteArray().serializer(),
                        "sell");
    }

    @Override
    public void init(ProcessorContext<String, byte[]> given) {
        context = given;
        stock = given.getStateStore(STORE);
    }

    @Override
    public void process(Record<String, byte[]> sale) {
        StreamsRecords wire = StreamsRecords.read(sale.value());
        Long before = stock.get(sale.key());
        long left = (before == null ? 0 : before) - wire.units();
        if (left >= 0) {
            stock.put(sale.key(), left);
        }
        context.forward(
                sale.withValue(new StreamsRecords(wire.call(), left < 0 ? StreamsRecords.SOLD_OUT : left).bytes()));
    }
}
