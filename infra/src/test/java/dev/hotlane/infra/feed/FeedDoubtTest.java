package dev.hotlane.infra.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Tick;
import org.junit.jupiter.api.Test;

/** TICKs that contradict the feed's state: which of them end the feed. */
class FeedDoubtTest {
    private static final RuntimeException WHY = new IllegalStateException("the TICK does not fit");

    private final RecordWriter writer = new RecordWriter();
    private final FeedDoubt doubt = new FeedDoubt();

    private void contradicted(long offset, long timestamp) {
        doubt.contradicted(offset, timestamp, WHY);
    }

    @Test
    void threeContradictionsWithinASecondEndNothing() {
        assertThatCode(() -> {
                    for (int offset = 1; offset < 50; offset++) {
                        contradicted(offset, 10_000 + offset);
                    }
                })
                .doesNotThrowAnyException();
    }

    @Test
    void twoOverASecondEndNothingAndTheThirdEndsTheFeed() {
        contradicted(1, 10_000);
        contradicted(2, 12_000);
        HaltReason end = catchThrowableOfType(HaltReason.class, () -> contradicted(3, 12_001));
        assertThat(end.code()).isEqualTo(ExitCode.DIVERGED);
        assertThat(end)
                .hasMessageContaining("Nothing of this cut was published")
                .hasCause(WHY);
    }

    @Test
    void oneThatAgreesBetweenThemBeginsAgain() {
        assertThatCode(() -> {
                    for (int offset = 1; offset < 50; offset++) {
                        contradicted(offset, 10_000 + 1_000L * offset);
                        if (offset % 2 == 0) {
                            doubt.end();
                        }
                    }
                })
                .doesNotThrowAnyException();
    }

    @Test
    void skipOfTheLastOneEndsTheDoubtAndAnotherSkipDoesNot() {
        contradicted(1, 10_000);
        contradicted(2, 10_500);
        doubt.skipped(false, writer.skip(2));
        contradicted(5, 12_000);
        contradicted(6, 12_500);
        doubt.skipped(false, writer.skip(5));
        assertThat(catchThrowableOfType(HaltReason.class, () -> contradicted(7, 13_000)))
                .isNotNull();
    }

    @Test
    void replayWaitsForTheLastSkip() {
        doubt.skipsUpTo(4);
        contradicted(1, 10_000);
        contradicted(2, 11_000);
        contradicted(3, 12_000);
        doubt.skipped(true, writer.tick(new Tick(1, 1, 1, 0, 0, 0, 0, 0, 0)));
        contradicted(5, 20_000);
        contradicted(6, 20_500);
        assertThat(catchThrowableOfType(HaltReason.class, () -> contradicted(7, 21_000)))
                .isNotNull();
    }
}
