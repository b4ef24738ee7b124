package dev.hotlane.gateway.lane;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadProofsTest {
    private static final long MS = 1_000_000;

    private long now = Long.MAX_VALUE - 5 * MS;
    private long wall = 1_000_000;
    private long viewed = -1;
    private final ReadProofs proofs = new ReadProofs(() -> viewed, () -> wall, now);

    @Test
    void provesNothingBeforeARead() {
        assertThat(proofs.ageMs(100, now)).isEqualTo(-1);
    }

    @Test
    void countsFromTheStartOfTheReadAndRoundsUp() {
        ReadProofs.Start start = proofs.start(now);
        pass(3 * MS + 1);
        proofs.returned(start, 100);
        assertThat(proofs.ageMs(99, now)).isEqualTo(-1);
        assertThat(proofs.ageMs(100, now)).isEqualTo(4);
        pass(MS - 1);
        assertThat(proofs.ageMs(101, now)).isEqualTo(4);
        pass(1);
        assertThat(proofs.ageMs(101, now)).isEqualTo(5);
    }

    @Test
    void takesTheYoungestReadThatTheViewIncludes() {
        read(100);
        pass(20 * MS);
        read(200);
        pass(20 * MS);
        read(300);
        pass(5 * MS);
        assertThat(proofs.ageMs(250, now)).isEqualTo(25);
        assertThat(proofs.ageMs(300, now)).isEqualTo(5);
        assertThat(proofs.ageMs(100, now)).isEqualTo(45);
    }

    /** A view that lags by minutes is old, not unknown. */
    @Test
    void keepsOldProofsForAViewThatLags() {
        long start = now;
        for (int i = 0; i < 5_000; i++) {
            read(i);
            pass(20 * MS);
        }
        assertThat(proofs.ageMs(4_900, now)).isBetween(100 * 20L, 110 * 20L);
        assertThat(proofs.ageMs(0, now)).isEqualTo((now - start) / MS);
    }

    @Test
    void isVoidAfterTheMachineStoodStill() {
        read(100);
        pass(10 * MS);
        wall += 1_000;
        assertThat(proofs.ageMs(100, now)).isEqualTo(10);
        wall++;
        assertThat(proofs.ageMs(100, now)).isEqualTo(-1);
        read(101);
        assertThat(proofs.ageMs(101, now)).isZero();
    }

    @Test
    void isVoidAfterTheLogWasRewrittenAlsoIfTheReadReturnsLater() {
        read(100);
        pass(20 * MS);
        ReadProofs.Start start = proofs.start(now);
        proofs.clear();
        proofs.returned(start, 101);
        assertThat(proofs.ageMs(200, now)).isEqualTo(-1);
    }

    /** The view is of the old history until the first pack of the new one, which reaches these sequences again. */
    @Test
    void provesNothingForAViewOfRecordsThatKafkaLost() {
        read(90);
        viewed = 100;
        pass(20 * MS);
        ReadProofs.Start lagging = proofs.start(now);
        pass(20 * MS);
        read(96);
        assertThat(proofs.ageMs(100, now)).isEqualTo(-1);
        proofs.returned(lagging, 101);
        pass(20 * MS);
        read(101);
        assertThat(proofs.ageMs(100, now)).isEqualTo(-1);
        assertThat(proofs.ageMs(101, now)).isZero();
    }

    @Test
    void isDueForOneCallerInAPace() {
        assertThat(proofs.due(now)).isTrue();
        assertThat(proofs.due(now)).isFalse();
        assertThat(proofs.due(now + ReadProofs.PACE_NANOS - 1)).isFalse();
        assertThat(proofs.due(now + ReadProofs.PACE_NANOS)).isTrue();
    }

    @Test
    void needsNoReadsWithoutAView() {
        ReadProofs none = new ReadProofs(null, () -> wall, now);
        assertThat(none.due(now)).isFalse();
        assertThat(none.start(now)).isNull();
    }

    private void read(long sequence) {
        proofs.returned(proofs.start(now), sequence);
    }

    private void pass(long nanos) {
        now += nanos;
        wall += nanos / MS;
    }
}
