package dev.hotlane.gateway.changes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.settings.ChangesSettings;
import dev.hotlane.gateway.watch.StreamPlaces;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Where reading begins: of a stream that is behind the ring, and of a gateway. */
class ChangesPlaceTest {
    private final HandTopics topics = new HandTopics(new Random(1));

    private static String document(long sequence, int part, int parts) {
        return "{\"seq\":" + sequence + ",\"kind\":\"expiry\",\"part\":" + part + ",\"parts\":" + parts + "}";
    }

    private ChangesSeek.Found after(long sequence, long upTo) {
        return new ChangesSeek(topics.catchUp(), new ChangesParser()).after(sequence, upTo);
    }

    @Test
    void aSequenceWithoutItsFirstPartIsNotKept() {
        topics.cut(1, List.of(document(1, 1, 1)));
        topics.cut(6, List.of(document(5, 1, 2), document(5, 2, 2)));
        topics.cut(7, List.of(document(7, 1, 1)));
        topics.reveal(true, true);
        assertThat(after(0, 7)).isEqualTo(new ChangesSeek.Found(0, -1));
        topics.expire(2);
        assertThat(after(3, 7)).isEqualTo(new ChangesSeek.Found(-1, 4));
        assertThat(after(4, 7).isExpired()).isFalse();
        topics.expire(1);
        assertThat(after(4, 7)).isEqualTo(new ChangesSeek.Found(-1, 5));
        assertThat(after(5, 7).isExpired()).isFalse();
        topics.expire(9);
        assertThat(after(6, 7)).isEqualTo(new ChangesSeek.Found(-1, 7));
        assertThat(after(7, 7).isExpired()).isFalse();
    }

    @Test
    void aGatewayBeginsAtWhatProgressNamesAndCountsItOnceItsChangesAreRead() {
        topics.cut(1, List.of(document(1, 1, 1)));
        topics.reveal(true, true);
        topics.cut(3, List.of(document(2, 1, 1)));
        topics.reveal(true, false);
        topics.cut(9, List.of(document(8, 1, 1)));
        ChangesHub changes = new ChangesHub("lane", topics, ChangesSettings.USUAL, new StreamPlaces(1));
        ChangesConsumer reader = topics.follow();
        changes.follower.begin(reader);
        assertThat(changes.upTo()).isEqualTo(1);
        changes.follower.take(reader);
        assertThat(changes.ring.join(1, -1)).isEqualTo(new ChangesRing.Joined(0, 1));
        assertThat(changes.ring.end()).isEqualTo(1);
        assertThat(changes.follower.tail()).isEqualTo(2);
        topics.reveal(false, true);
        changes.follower.take(reader);
        assertThat(changes.upTo()).isEqualTo(3);
        topics.reveal(true, false);
        changes.follower.take(reader);
        assertThat(changes.upTo()).isEqualTo(9);
    }
}
