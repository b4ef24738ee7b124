package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LaneRules;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.protocol.HeapShare;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.process.HeapSize;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ExecutionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** RULES that the heap of a processor cannot hold: refused at a start by those at the log's end, and shown later. */
@Tag("it")
class HeapTooSmallTest extends OnALane {
    private static final Rules FITS = LaneRules.small(42);

    /** The heap of this JVM, so it holds neither cap. */
    private static final long BEYOND = HeapSize.bytes();

    HeapTooSmallTest(Lane lane) {
        super(lane);
    }

    @Test
    void refusesTheRulesAtTheEndOfTheLogBeforeItReplays() throws Exception {
        on.served(5);
        put(FITS.as(2, 1).withBytes(BEYOND, BEYOND));
        assertRefusedWith(2, BEYOND);
        put(FITS.as(3, 1));
        on.served(5);
        assertThat(on.stored().cut().rulesInForce()).isEqualTo(FITS.as(3, 1));
    }

    @Test
    void judgesNotTheRulesOfTheCheckpoint() throws Exception {
        on.served(5);
        try (ProcessorLane.Started started = on.ready()) {
            assertThat(beyondHeap(started)).isZero();
            put(FITS.as(2, 1).withBytes(BEYOND, BEYOND));
            Awaitility.await().until(() -> beyondHeap(started) == 1);
            assertThat(started.halted()).isNotDone();
        }
        assertThat(on.stored().cut().rulesInForce().stateBytesMax()).isEqualTo(BEYOND);
        assertRefusedWith(2, BEYOND);
        put(FITS.as(3, 1).withBytes(BEYOND * 2, BEYOND));
        assertRefusedWith(3, BEYOND * 2);
        put(FITS.as(4, 1));
        try (ProcessorLane.Started started = on.ready()) {
            assertThat(beyondHeap(started)).isZero();
        }
    }

    private void put(Rules rules) throws ExecutionException, InterruptedException {
        on.caller.append(null, new RecordWriter().rules(rules)).get();
    }

    private void assertRefusedWith(int version, long stateBytes) {
        long before = on.stored().cut().nextOffset;
        HaltReason reason = on.refused();
        assertThat(reason.code()).isEqualTo(ExitCode.HEAP_TOO_SMALL);
        long needed = HeapShare.OF_A_PROCESSOR.needed(FITS.withBytes(stateBytes, BEYOND));
        assertThat(reason)
                .hasMessageContaining(
                        "RULES(" + version + ") at the end of the log allow " + stateBytes + " bytes of counters")
                .hasMessageContaining("needs a heap of " + needed + " bytes for them, found " + HeapSize.bytes())
                .hasMessageContaining("HOTLANE_JAVA_OPTS");
        assertThat(on.stored().cut().nextOffset).isEqualTo(before);
    }

    private static double beyondHeap(ProcessorLane.Started started) throws IOException, InterruptedException {
        URI metrics = URI.create("http://127.0.0.1:" + started.processor().httpPort() + "/metrics");
        String text = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(metrics).build(), HttpResponse.BodyHandlers.ofString())
                .body();
        return text.lines()
                .filter(line -> line.startsWith("hotlane_rules_beyond_heap "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .findFirst()
                .orElseThrow();
    }
}
