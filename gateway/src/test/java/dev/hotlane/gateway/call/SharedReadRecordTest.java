package dev.hotlane.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The record of a shared READ. */
class SharedReadRecordTest {
    private static final int KEYS_MAX = 1_000;
    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private final MemoryLane lane = new MemoryLane(4_000);
    private final SharedReads reads = new SharedReads(lane.exchanges);

    @Test
    void aThousandOfTheLongestKeysFitIntoARecord() {
        IntStream.range(0, KEYS_MAX)
                .forEach(i -> reads.add(new CounterCaller(lane.exchanges, String.format("%0200d", i)), KEYS_MAX));
        lane.endTurn();
        assertThat(lane.keys(0)).hasSize(KEYS_MAX).allMatch(key -> key.length() == 200);
        assertThat(lane.records()).isOne();
    }

    @Test
    void theRecordHasTheFirstTraceContextOfItsCallers() {
        List<CounterCaller> callers = new ArrayList<>();
        callers.add(new CounterCaller(lane.exchanges, "a"));
        callers.add(new CounterCaller(lane.exchanges, "b", TRACE));
        callers.add(new CounterCaller(lane.exchanges, "c", TRACE.replace('b', 'c')));
        callers.forEach(caller -> reads.add(caller, KEYS_MAX));
        lane.endTurn();
        var read = lane.read(0);
        assertThat(new String(
                        read.bytes(), read.traceparentOffset(), read.traceparentLength(), StandardCharsets.US_ASCII))
                .isEqualTo(TRACE);
    }
}
