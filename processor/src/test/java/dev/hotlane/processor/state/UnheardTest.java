package dev.hotlane.processor.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.proof.model.LaneModel;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Goal: a reply that nobody waits for may be left out and nothing else. Method: random records to two states, one of which
 * is told now and then that nobody waits; what they come to must be the same, and so must every reply that is made.
 */
class UnheardTest {
    private static final int RECORDS = 20_000;

    private final RecordWriter writer = new RecordWriter();
    private final Effects heard = new Effects();
    private final Effects unheard = new Effects();
    private final Meta meta = new Meta();

    @Test
    void leavesOutRepliesAndNothingElse() {
        SplittableRandom random = Seed.random(UnheardTest.class);
        RandomInputs inputs = new RandomInputs(random.split(), new long[0]);
        LaneModel model = new LaneModel(0);
        State one = new State();
        State other = new State();
        one.describe(meta);
        int leftOut = 0;
        for (int i = 0; i < RECORDS; i++) {
            Input input = inputs.next(model, meta.lastTickDigest);
            byte[] value = input.encode(writer, new Routing(5, 6, i, 0));
            input.applyTo(model, Set.of(), inputs.recordTime);
            boolean nobodyWaits = random.nextBoolean();
            unheard.unheard(nobodyWaits);
            one.apply(i, inputs.recordTime, input.key(), value, heard);
            other.apply(i, inputs.recordTime, input.key(), value, unheard);
            if (nobodyWaits && unheard.replyLength() == 0) {
                leftOut += heard.replyLength() > 0 ? 1 : 0;
            } else {
                assertThat(reply(unheard)).as("reply to record %d", i).isEqualTo(reply(heard));
            }
            assertThat(entries(unheard)).as("window entries of record %d", i).isEqualTo(entries(heard));
            assertThat(digest(other)).as("digest after record %d", i).isEqualTo(digest(one));
        }
        assertThat(leftOut).as("replies left out").isPositive();
    }

    private static byte[] reply(Effects effects) {
        return Arrays.copyOf(effects.reply(), effects.replyLength());
    }

    private static byte[] entries(Effects effects) {
        return Arrays.copyOf(effects.windowEntries(), effects.windowEntriesLength());
    }

    private long digest(State state) {
        state.describe(meta);
        return meta.digest;
    }
}
