package dev.hotlane.infra.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The transactional id by which feeds fence each other. */
class FeedFenceIdTest {
    private static String id(String commands, String progress) {
        return FeedClients.transactionalId("shop", Map.of("shop.commands", commands, "shop.progress", progress));
    }

    @Test
    void idIsThatOfWhatIsWrittenAndOutlivesAnotherLog() {
        assertThat(id("log-1", "progress-1"))
                .isEqualTo("shop.feed.progress-1")
                .isEqualTo(id("log-2", "progress-1"))
                .isNotEqualTo(id("log-1", "progress-2"));
    }
}
