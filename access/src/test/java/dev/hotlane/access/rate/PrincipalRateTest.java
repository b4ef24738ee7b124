package dev.hotlane.access.rate;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.hotlane.access.Rate;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** One principal's rate: what calls cost, what is kept for those that end reservations. */
class PrincipalRateTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long START = Long.MIN_VALUE / 2;

    /** 80 units per second and 160 at once for all; 20 and 40 kept. */
    private static final Rate RATE = new Rate(100, 200, 1_000, 3);

    @Test
    void callsBeyondTheBurstAreRefusedUntilUnitsFlowIn() {
        PrincipalRate rate = new PrincipalRate(RATE, START);
        assertThat(begun(rate, false, START)).isEqualTo(160);
        assertThat(rate.begin(false, START)).isEqualTo(RateAnswer.TOO_FAST);
        assertThat(rate.retryAfterMs(false, START)).isEqualTo(13);
        assertThat(begun(rate, false, START + SECOND)).isEqualTo(80);
        assertThat(begun(rate, false, START + 100 * SECOND)).isEqualTo(160);
        assertThat(rate.calls()).isEqualTo(400);
        assertThat(rate.refused()).isZero();
        rate.refuse();
        assertThat(rate.refused()).isEqualTo(1);
    }

    @Test
    void theRestOfACallIsChargedAfterItsBodyAndTheBalanceMayFallBelowZero() {
        PrincipalRate rate = new PrincipalRate(RATE, START);
        RateAnswer in = rate.begin(false, START);
        // 1 + 1,000/4 = 251 of 160 units: 91 are owed, and one more is needed.
        rate.charge(in, CallCost.rest(1_000, 0), START);
        assertThat(rate.begin(false, START)).isEqualTo(RateAnswer.TOO_FAST);
        assertThat(rate.retryAfterMs(false, START)).isEqualTo(1_150);
        assertThat(rate.begin(false, START + SECOND)).isEqualTo(RateAnswer.TOO_FAST);
        assertThat(rate.begin(false, START + 1_150_000_000L)).isEqualTo(RateAnswer.SHARED);
    }

    @Test
    void costsAreThoseOfTheContract() {
        assertThat(CallCost.rest(4, 0)).isEqualTo(CallCost.UNIT);
        assertThat(CallCost.rest(0, 16)).isEqualTo(CallCost.UNIT);
        assertThat(CallCost.rest(1, 1)).isEqualTo(5);
        assertThat(CallCost.UNIT + CallCost.EXTEND_REST).isEqualTo(16 * CallCost.UNIT);
        assertThat(CallCost.UNIT + CallCost.PAGE_REST).isEqualTo(32 * CallCost.UNIT);
    }

    @Test
    void callsThatEndReservationsReachTheKeptFifthWhateverOthersOwe() {
        PrincipalRate rate = new PrincipalRate(RATE, START);
        List<RateAnswer> in = new ArrayList<>();
        for (int i = 0; i < 160; i++) {
            in.add(rate.begin(false, START));
        }
        in.forEach(one -> rate.charge(one, CallCost.rest(64, 0), START));
        assertThat(begun(rate, false, START + SECOND)).isZero();
        assertThat(rate.begin(true, START + SECOND)).isEqualTo(RateAnswer.KEPT);
        assertThat(begun(rate, true, START + SECOND)).isEqualTo(39);
        assertThat(begun(rate, true, START + 2 * SECOND)).isEqualTo(20);
        assertThat(rate.retryAfterMs(true, START + 2 * SECOND)).isEqualTo(50);
    }

    @Test
    void theKeptFifthStaysWholeWhileOthersLeaveUnits() {
        PrincipalRate rate = new PrincipalRate(RATE, START);
        for (int i = 0; i < 160; i++) {
            assertThat(rate.begin(true, START)).isEqualTo(RateAnswer.SHARED);
        }
        assertThat(begun(rate, false, START)).isZero();
        assertThat(begun(rate, true, START)).isEqualTo(40);
    }

    @Test
    void theRestOfAKeptCallIsChargedToTheKeptFifth() {
        PrincipalRate rate = new PrincipalRate(RATE, START);
        begun(rate, false, START);
        RateAnswer in = rate.begin(true, START);
        rate.charge(in, CallCost.EXTEND_REST, START);
        assertThat(begun(rate, true, START)).isEqualTo(24);
    }

    @Test
    void theLastFifthOfCallsInFlightIsKept() {
        PrincipalRate rate = new PrincipalRate(new Rate(1_000_000, 1_000_000, 10, 0), START);
        assertThat(begun(rate, false, START)).isEqualTo(8);
        assertThat(rate.begin(false, START)).isEqualTo(RateAnswer.TOO_MANY);
        assertThat(begun(rate, true, START)).isEqualTo(2);
        rate.end();
        assertThat(rate.inFlight()).isEqualTo(9);
        assertThat(rate.begin(false, START)).isEqualTo(RateAnswer.TOO_MANY);
        assertThat(rate.begin(true, START)).isEqualTo(RateAnswer.SHARED);
    }

    @Test
    void aCallThatIsTooFastIsNotInFlight() {
        PrincipalRate rate = new PrincipalRate(RATE, START);
        begun(rate, false, START);
        assertThat(rate.begin(false, START)).isEqualTo(RateAnswer.TOO_FAST);
        assertThat(rate.inFlight()).isEqualTo(160);
    }

    @Test
    void streamsAreCounted() {
        PrincipalRate rate = new PrincipalRate(RATE, START);
        for (int i = 0; i < 3; i++) {
            assertThat(rate.openStream()).isTrue();
        }
        assertThat(rate.openStream()).isFalse();
        rate.closeStream();
        assertThat(rate.openStream()).isTrue();
        assertThat(rate.streams()).isEqualTo(3);
    }

    @Test
    void numbersBelowFiveKeepNothing() {
        PrincipalRate rate = new PrincipalRate(new Rate(1, 4, 1, 0), START);
        assertThat(rate.begin(false, START)).isEqualTo(RateAnswer.SHARED);
        rate.end();
        for (int i = 0; i < 3; i++) {
            assertThat(rate.begin(true, START)).isEqualTo(RateAnswer.SHARED);
            rate.end();
        }
        assertThat(rate.begin(true, START)).isEqualTo(RateAnswer.TOO_FAST);
        assertThat(rate.retryAfterMs(true, START)).isEqualTo(1_000);
    }

    @Test
    void theLargestRateIsExact() {
        PrincipalRate rate = new PrincipalRate(new Rate(1_000_000_000, 1_000_000_000, 1, 0), START);
        RateAnswer in = rate.begin(false, START);
        rate.end();
        rate.charge(in, Integer.MAX_VALUE / 4, START);
        assertThat(rate.begin(false, START)).isEqualTo(RateAnswer.SHARED);
        PrincipalRate slow = new PrincipalRate(new Rate(1, 1_000_000_000, 1, 0), START);
        assertThat(slow.begin(false, START)).isEqualTo(RateAnswer.SHARED);
    }

    @Test
    void aChangedRateKeepsWhatWasTaken() {
        PrincipalRate rate = new PrincipalRate(RATE, START);
        begun(rate, false, START);
        rate.change(new Rate(200, 200, 1_000, 3));
        assertThat(rate.inFlight()).isEqualTo(160);
        // 2 s of debt of the old rate, against a burst of 1 s.
        assertThat(begun(rate, false, START)).isZero();
        rate.change(null);
        assertThat(rate.begin(false, START)).isEqualTo(RateAnswer.SHARED);
        assertThat(rate.openStream()).isTrue();
        assertThat(rate.retryAfterMs(false, START)).isEqualTo(1);
    }

    @Test
    void threadsTogetherGetNoMoreThanOneWould() throws InterruptedException {
        PrincipalRate rate = new PrincipalRate(new Rate(100_000, 100_000, 1_000_000, 0), START);
        AtomicInteger in = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(() -> in.addAndGet(begun(rate, false, START)));
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(in.get()).isEqualTo(80_000);
        assertThat(rate.inFlight()).isEqualTo(80_000);
    }

    @Test
    void aCallAllocatesNothing() {
        PrincipalRate rate = new PrincipalRate(new Rate(1_000_000_000, 1_000_000_000, 10, 0), START);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20 && least > 100; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 10_000; i++) {
                rate.charge(rate.begin(i % 2 == 0, START + i), CallCost.rest(2, 3), START + i);
                rate.end();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isLessThanOrEqualTo(100);
    }

    /** How many calls begin until one is refused. */
    private static int begun(PrincipalRate rate, boolean ending, long now) {
        int begun = 0;
        while (rate.begin(ending, now).isIn()) {
            begun++;
        }
        return begun;
    }
}
