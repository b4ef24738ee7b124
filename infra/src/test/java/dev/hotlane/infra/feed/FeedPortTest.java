package dev.hotlane.infra.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.LocalPages;
import dev.hotlane.processor.ProcessorSettings.Http;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages of a feed's own port. */
class FeedPortTest {
    private final FeedStatus status = new FeedStatus();
    private FeedPort port;

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        port.close();
    }

    private LocalPages open(Path principals) {
        port = new FeedPort(new Http("127.0.0.1", 0, List.of(), null, principals), status);
        return new LocalPages(port.port(), Duration.ofSeconds(30));
    }

    private static int code(LocalPages pages, String path) {
        return pages.get(path).map(HttpResponse::statusCode).orElse(-1);
    }

    @Test
    void isHealthyFromItsStartOnAndReadyOnceAStateIsLoaded() {
        LocalPages pages = open(null);
        status.loading();
        assertThat(code(pages, "/healthz")).isEqualTo(200);
        assertThat(code(pages, "/readyz")).isEqualTo(503);
        assertThat(pages.status().orElseThrow()).contains("\"role\":\"loading\"", "\"upTo\":-1");
        status.role(FeedStatus.Role.STANDBY);
        assertThat(code(pages, "/readyz")).isEqualTo(200);
        status.role(FeedStatus.Role.PUBLISHING);
        assertThat(code(pages, "/readyz")).isEqualTo(200);
        assertThat(code(pages, "/v1/counters/a")).isEqualTo(404);
    }

    @Test
    void showsItsFigures() {
        LocalPages pages = open(null);
        status.loading();
        status.role(FeedStatus.Role.PUBLISHING);
        status.position(1_250, 1_260, 17);
        status.committed();
        status.committed();
        status.gap();
        status.fenced();
        assertThat(pages.metric("hotlane_feed_up_to")).isEqualTo(OptionalDouble.of(1_250));
        assertThat(pages.metric("hotlane_feed_applied")).isEqualTo(OptionalDouble.of(1_260));
        assertThat(pages.metric("hotlane_feed_lag_records")).isEqualTo(OptionalDouble.of(17));
        assertThat(pages.metric("hotlane_feed_publishing")).isEqualTo(OptionalDouble.of(1));
        assertThat(pages.metric("hotlane_feed_transactions_total")).isEqualTo(OptionalDouble.of(2));
        assertThat(pages.metric("hotlane_feed_gaps_total")).isEqualTo(OptionalDouble.of(1));
        assertThat(pages.metric("hotlane_feed_fenced_total")).isEqualTo(OptionalDouble.of(1));
        assertThat(pages.metric("hotlane_feed_loads_total")).isEqualTo(OptionalDouble.of(1));
        assertThat(pages.status().orElseThrow())
                .contains("\"role\":\"publishing\"", "\"upTo\":1250", "\"applied\":1260", "\"lagRecords\":17")
                .contains("\"transactions\":2", "\"gaps\":1");
    }

    @Test
    void showsFiguresToPrincipalsOnlyAndHealthToAll() throws Exception {
        Path principals = Files.writeString(directory.resolve("principals.json"), "{\"principals\":[]}");
        LocalPages pages = open(principals);
        assertThat(code(pages, "/healthz")).isEqualTo(200);
        assertThat(code(pages, "/metrics")).isEqualTo(401);
        assertThat(code(pages, "/v1/status")).isEqualTo(401);
    }
}
