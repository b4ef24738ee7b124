package dev.hotlane.gateway.changes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.gateway.call.LoopByHand;
import dev.hotlane.gateway.watch.StreamPlaces;
import dev.hotlane.gateway.watch.WatchOutput;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The reader of one stream is ahead of the thread that follows the topics, as after a broker was away. */
class ChangesAheadTest {
    private final HandTopics topics = new HandTopics(new Random(1));
    private final ChangesCounts counts = new ChangesCounts();
    private final HandReaders readers = new HandReaders(topics, counts, 1);
    private final ChangesHub changes = new ChangesHub("lane", topics, 100_000, new StreamPlaces(1), counts, readers, 1);
    private final LoopByHand loop = new LoopByHand();
    private final Recorded client = new Recorded();
    private long nowNanos;

    /** A client that takes all. */
    private static final class Recorded implements ChangesLoop.Opening, WatchOutput {
        private final StringBuilder text = new StringBuilder();

        @Override
        public WatchOutput begin() {
            return this;
        }

        @Override
        public void opened(ChangesStream stream) {
            // It reads what is written.
        }

        @Override
        public void noPlace() {
            throw new AssertionError("no place");
        }

        @Override
        public void expired(long oldest) {
            throw new AssertionError("expired");
        }

        @Override
        public void away() {
            throw new AssertionError("away");
        }

        @Override
        public boolean full() {
            return false;
        }

        @Override
        public void whenDrained(Runnable task) {
            throw new AssertionError("never full");
        }

        @Override
        public void write(byte[] bytes, int length) {
            text.append(new String(bytes, 0, length, StandardCharsets.UTF_8));
        }

        @Override
        public void end() {
            throw new AssertionError("ended");
        }

        @Override
        public void cut() {
            throw new AssertionError("cut");
        }

        List<Long> sequences() {
            return text.toString()
                    .lines()
                    .filter(line -> line.startsWith("data: {\"seq\":"))
                    .map(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .toList();
        }
    }

    private void publish(long sequence) {
        topics.cut(sequence, List.of("{\"seq\":" + sequence + ",\"kind\":\"expiry\"}"));
        topics.reveal(true, true);
    }

    private void turns() {
        for (int i = 0; i < 20; i++) {
            readers.step(new Random(1));
            nowNanos += Duration.ofMillis(200).toNanos();
            loop.turn();
            loop.timeComes();
        }
    }

    @Test
    void itGetsNothingTwiceOnceTheRingCatchesUp() {
        for (int sequence = 1; sequence <= 12; sequence++) {
            publish(sequence);
        }
        ChangesConsumer follower = topics.follow();
        changes.follower.begin(follower);
        ChangesLoop streams = changes.loop(loop, () -> nowNanos, new SplittableRandom(1), Duration.ofSeconds(30));
        for (int sequence = 13; sequence <= 24; sequence++) {
            publish(sequence);
        }
        streams.open(new ChangesRequest(new ChangesFilter(null, null, null, ChangesSight.ALL), 0), client);
        turns();
        assertThat(client.sequences()).as("read before the ring has them").contains(13L);
        for (int i = 0; i < 50; i++) {
            changes.follower.take(follower);
            turns();
        }
        assertThat(client.sequences())
                .isEqualTo(LongStream.rangeClosed(1, 24).boxed().toList());
    }

    @Test
    void theIdThatItSentIsNotInTheFuture() {
        publish(1);
        ChangesQuestions questions = new ChangesQuestions();
        ChangesFollower follower = new ChangesFollower(topics, new ChangesRing(1_000), counts, questions);
        ChangesConsumer reader = topics.follow();
        follower.begin(reader);
        topics.cut(2, List.of("{\"seq\":2,\"kind\":\"expiry\"}"));
        topics.reveal(true, false);
        List<ChangesAnswer> answers = new ArrayList<>();
        questions.ask(2, Runnable::run, answers::add);
        questions.answer(follower, reader);
        assertThat(answers).as("answers before its change is read").isEmpty();
        follower.take(reader);
        questions.answer(follower, reader);
        assertThat(answers).containsExactly(new ChangesAnswer(ChangesAnswer.State.REACHED, 2));
    }
}
