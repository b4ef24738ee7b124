package dev.hotlane.infra.log;

import dev.hotlane.processor.state.LookAhead;
import dev.hotlane.processor.state.State;
import java.util.Iterator;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Prepares a follower's state for the next records of the log. */
public final class RecordsAhead {
    private RecordsAhead() {}

    /**
     * Decodes the next records and fetches their memory together. Call it when those of the last call are applied, on the
     * thread that owns the state.
     *
     * @param next the record that is applied next, and those behind it
     * @return number of records that it took from {@code next}; the last of them may be decoded at its turn only
     */
    public static int fetch(State state, Iterator<ConsumerRecord<byte[], byte[]>> next) {
        LookAhead ahead = state.ahead();
        int taken = 0;
        boolean more = true;
        while (more && next.hasNext()) {
            ConsumerRecord<byte[], byte[]> record = next.next();
            more = ahead.add(record.offset(), record.key(), record.value());
            taken++;
        }
        ahead.ask();
        return taken;
    }
}
