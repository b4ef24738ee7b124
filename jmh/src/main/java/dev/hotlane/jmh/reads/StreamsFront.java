package dev.hotlane.jmh.reads;

import dev.hotlane.jmh.peers.streams.TopicTable;
import java.nio.file.Path;

/**
 * GETs of counters out of a Kafka Streams store in the front's own memory, by interactive queries on the event loop. A JVM
 * of its own; one event loop and the threads of Streams.
 */
public final class StreamsFront {
    private StreamsFront() {}

    /** Serves on that port of the loopback address from a broker's topic, with a directory for Streams, until it is killed. */
    public static void main(String[] args) throws InterruptedException {
        // First, so that its failure ends the process: no other thread is there to keep it.
        TopicTable table = TopicTable.open(args[1], args[2], Path.of(args[3]));
        CounterFront.serve(CounterFront.vertx(), Integer.parseInt(args[0]), get -> {
            Long value = table.get(get.key());
            if (value == null) {
                get.failed();
            } else {
                get.value(value);
            }
        });
    }
}
