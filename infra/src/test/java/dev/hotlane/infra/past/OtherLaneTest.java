package dev.hotlane.infra.past;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.State;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The second state of a what-if, fed by another thread. */
@Timeout(60)
class OtherLaneTest {
    /** More than its queue takes. */
    private static final int RECORDS = 6_000;

    private final long seed = Long.getLong("seed", 1);
    private final RandomPast past = new RandomPast(new SplittableRandom(seed), RECORDS, Set.of());
    private final State real = new State();
    private final Effects effects = new Effects();
    private final WhatIfColumn was = new WhatIfColumn();

    private void feed(OtherLane other) {
        for (long offset = 0; offset < past.log.end(); offset++) {
            ConsumerRecord<byte[], byte[]> record = past.log.record(offset);
            real.apply(offset, record.timestamp(), record.key(), record.value(), effects);
            was.follow(record, effects, real.logTime());
            other.next(record, new long[0], effects, was);
        }
        other.end();
        was.end(real);
    }

    @Test
    void recordsOfManyChunksGiveTheSameState() {
        State state = new State();
        try (OtherLane other = new OtherLane(state, new RecordRewrite(OtherRules.parse("[]"), state, 0, null), 0)) {
            feed(other);
            assertThat(other.firstDifference()).as("-Dseed=" + seed).isEqualTo(-1);
            assertThat(other.column().digest()).as("-Dseed=" + seed).isEqualTo(was.digest());
            assertThat(other.column().figures()).as("-Dseed=" + seed).isEqualTo(was.figures());
            assertThat(other.withoutCommand()).isZero();
        }
    }

    @Test
    void aFailureOfTheThreadStopsTheCaller() {
        try (OtherLane other = new OtherLane(new State(), null, 0)) {
            assertThatThrownBy(() -> feed(other)).isInstanceOf(NullPointerException.class);
        }
    }
}
