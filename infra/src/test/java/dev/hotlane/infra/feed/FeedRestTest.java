package dev.hotlane.infra.feed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FeedRestTest {
    @Test
    void restsOnABusyLogOnceAllIsRead() {
        assertThat(FeedRun.rests(1_000, true, false)).isTrue();
        assertThat(FeedRun.rests(1, true, false)).as("a quiet log").isFalse();
        assertThat(FeedRun.rests(1_000, false, false)).as("behind").isFalse();
        assertThat(FeedRun.rests(1_000, true, true)).as("just rested").isFalse();
    }
}
