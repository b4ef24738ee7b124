package dev.hotlane.proof.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.proof.processor.ProcessorLane.Started;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.process.Build;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@Tag("it")
@Tag("containers")
@ExtendWith(RealStack.class)
class ServingTest {
    private static final Duration PAGE_MAX = Duration.ofSeconds(30);

    private final Lane lane;

    @TempDir
    private Path directory;

    ServingTest(Lane lane) {
        this.lane = lane;
    }

    @Test
    void answersOnAVirginStackAndMySqlFollows() throws Exception {
        try (ProcessorLane on = ProcessorLane.create(lane, directory);
                Started started = on.ready()) {
            assertThat(on.caller
                            .call("a-1", Command.transact(Op.set("stock:a", 10)))
                            .verdict())
                    .isEqualTo(Verdict.OK);
            Answer sold = on.caller.call("a-2", Command.transact(Op.add("stock:a", -3)));
            assertThat(sold.value()).isEqualTo(7);
            Answer refused = on.caller.call("a-3", Command.transact(Op.add("stock:a", -8)));
            assertThat(refused.verdict()).isEqualTo(Verdict.INSUFFICIENT);
            Answer again = on.caller.call("a-2", Command.transact(Op.add("stock:a", -3)));
            assertThat(again.replayed()).isTrue();
            assertThat(again.origin()).isEqualTo(sold.sequence());
            Awaitility.await().until(() -> on.stored().values().equals(java.util.Map.of("stock:a", 7L)));
            Awaitility.await().until(() -> on.caller.beatCount() > 5);
            assertThat(on.caller.lastBeat().applied()).isGreaterThan(again.sequence());
            assertThat(get(started, "/readyz").statusCode()).isEqualTo(200);
            assertThat(get(started, "/healthz").statusCode()).isEqualTo(200);
            assertThat(get(started, "/v1/status").body())
                    .contains(
                            "\"version\":\"" + Build.THIS.version() + "\"",
                            "\"commit\":\"" + Build.THIS.commit() + "\"",
                            "\"heap\":{\"headroomBytes\":",
                            "\"role\":\"leading\"");
            assertThat(get(started, "/metrics").body())
                    .contains(
                            "hotlane_applied_offset",
                            "hotlane_tick_roundtrip_seconds_bucket",
                            "hotlane_flush_seconds",
                            "hotlane_heap_headroom_bytes",
                            "hotlane_heap_headroom_ratio 0.",
                            "hotlane_build_info{commit=\"" + Build.THIS.commit() + "\"",
                            "version=\"" + Build.THIS.version() + "\"");
            assertThat(get(started, "/nothing").statusCode()).isEqualTo(404);
        }
    }

    static HttpResponse<String> get(Started started, String path) {
        return new LocalPages(started.processor().httpPort(), PAGE_MAX)
                .get(path)
                .orElseThrow();
    }
}
