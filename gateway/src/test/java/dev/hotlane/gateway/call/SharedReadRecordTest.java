package dev.hotlane.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Sender;
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
        assertThat(new String(read.traceparent(), StandardCharsets.US_ASCII)).isEqualTo(TRACE);
    }

    @Test
    void theRecordNamesTenantAndPrincipalOnlyIfAllCallersHaveThem() {
        read(Sender.of("acme", "p1"), Sender.of("acme", "p1"));
        assertThat(lane.read(0).tenantText()).asString().isEqualTo("acme");
        assertThat(lane.read(0).principal()).asString().isEqualTo("p1");
        read(Sender.of("acme", "p1"), Sender.of("acme", "p2"), Sender.of("acme", "p2"));
        assertThat(lane.read(1).tenantText()).isEmpty();
        assertThat(lane.read(1).principal()).isEmpty();
    }

    private void read(Sender... senders) {
        for (Sender sender : senders) {
            reads.add(new CounterCaller(lane.exchanges, sender, "a", null), KEYS_MAX);
        }
        lane.endTurn();
    }
}
