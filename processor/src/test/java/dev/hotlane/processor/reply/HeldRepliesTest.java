package dev.hotlane.processor.reply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.processor.reply.HeldReplies.Held;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldRepliesTest {
    private final List<Held> dropped = new ArrayList<>();
    private final HeldReplies held = new HeldReplies(100, dropped::add);

    private static Held record(int bytes, long newest) {
        return new Held(0, new byte[bytes], null, newest, newest * 10);
    }

    @Test
    void givesTheOldestFirst() {
        held.add(record(1, 5));
        held.add(record(2, 6));
        assertThat(held.take().newest()).isEqualTo(5);
        assertThat(held.take().newest()).isEqualTo(6);
        assertThat(held.isEmpty()).isTrue();
    }

    @Test
    void letsTheOldestGoWhenTheRoomIsUsedUp() {
        for (int i = 0; i < 30; i++) {
            held.add(record(30, i));
        }
        assertThat(dropped).hasSize(27);
        assertThat(held.take().newest()).isEqualTo(27);
    }

    @Test
    void releasesThoseThatTheLeaderHasSentAndNoOther() {
        List<Held> answered = new ArrayList<>();
        held.add(record(1, 5));
        held.add(record(1, 9));
        held.releaseBelow(49, answered::add);
        assertThat(answered).isEmpty();
        held.releaseBelow(89, answered::add);
        assertThat(answered).hasSize(1);
        assertThat(dropped).isEmpty();
        assertThat(held.take().newest()).isEqualTo(9);
    }

    @Test
    void forgetsWhatNobodyWaitsForAnyMore() {
        held.add(record(1, 5));
        held.add(record(1, 9));
        held.dropBefore(9);
        assertThat(dropped).hasSize(1);
        assertThat(held.take().newest()).isEqualTo(9);
    }
}
