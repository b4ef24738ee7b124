package dev.hotlane.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** What `hotlane dev --standby` tells of who leads. */
class LeaderNewsTest {
    private final StringWriter out = new StringWriter();
    private final LeaderNews news = new LeaderNews(null, new PrintWriter(out));

    @Test
    void tellsALeaderOnceAndAgainOnlyByALaterLead() {
        news.heard("processor-a", 7, 3);
        news.heard("processor-a", 7, 3);
        news.heard("processor-b", 8, 4);
        news.heard("processor-a", 9, 5);
        assertThat(out.toString().lines())
                .containsExactly(
                        "processor-a (process 7) leads.",
                        "processor-b (process 8) leads.",
                        "processor-a (process 9) leads.");
    }

    @Test
    void doesNotTellADeposedOneThatWakesUp() {
        news.heard("processor-a", 7, 3);
        news.heard("processor-b", 8, 4);
        news.heard("processor-a", 7, 3);
        news.heard("processor-b", 8, 4);
        assertThat(out.toString().lines()).hasSize(2);
    }

    @Test
    void doesNotTellOneThatSaysNothingOfItsEpochYet() {
        news.heard("processor-a", 7, 0);
        assertThat(out.toString()).isEmpty();
    }
}
