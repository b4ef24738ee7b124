package dev.hotlane.processor.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Goal: the state does what the rules say. Method: random records to the state, to a naive twin and to a follower that
 * is loaded from a checkpoint now and then; all three must agree after every record. {@code -Dseed=} repeats a run,
 * {@code -Dtwin.records=} makes it longer.
 */
class TwinTest {
    private static final int RECORDS = Integer.getInteger("twin.records", 200_000);
    private static final int LANES = 10;

    /** Of a seed that no other commit has, as many more lanes. */
    private static final int LANES_OF_COMMIT = 3;

    private static final int RELOAD_ONE_IN = 150;
    private static final int SKIP_ONE_IN = 100;

    private final RecordWriter writer = new RecordWriter();
    private final Effects effects = new Effects();
    private final Effects followed = new Effects();
    private final Meta meta = new Meta();
    private final Map<String, Integer> seen = new TreeMap<>();

    @Test
    void agreesWithANaiveLaneAndWithAFollowerOnEveryRecord() {
        long seed = Long.getLong("seed", 1);
        agrees(seed, LANES);
        System.out.println("TwinTest: " + seen);
        assertThat(seen.keySet()).as("everything that can happen happened").contains(EveryOutcome.NAMES);
    }

    @Test
    void agreesOnLanesOfTheCommitsOwn() throws InterruptedException {
        OptionalLong seed = Seed.ofCommit();
        if (seed.isPresent()) {
            agrees(seed.getAsLong(), LANES_OF_COMMIT);
        } else {
            System.out.println("TwinTest: no seed of a commit is run");
        }
    }

    private void agrees(long seed, int lanes) {
        System.out.println("TwinTest: -Dseed=" + seed + " -Dtwin.records=" + RECORDS + ", lanes: " + lanes);
        SplittableRandom random = new SplittableRandom(seed);
        for (int lane = 0; lane < lanes; lane++) {
            run(random.split(), "-Dseed=" + seed + " lane " + lane, RECORDS / LANES);
        }
    }

    private void run(SplittableRandom random, String name, int records) {
        State state = new State();
        State follower = new State();
        NaiveLane naive = new NaiveLane();
        CheckpointModel checkpoint = new CheckpointModel();
        long[] skips = IntStream.range(0, records)
                .filter(i -> random.nextInt(SKIP_ONE_IN) == 0)
                .asLongStream()
                .toArray();
        naive.quarantined = LongStream.of(skips).boxed().collect(Collectors.toSet());
        naive.base = random.nextBoolean() ? 0 : 1L << 40 + random.nextInt(12);
        state.anchor(naive.base, 0);
        follower.anchor(naive.base, 0);
        state.quarantine(skips);
        follower.quarantine(skips);
        RandomInputs inputs = new RandomInputs(random.split(), skips);
        state.describe(meta);
        for (int i = 0; i < records; i++) {
            Input input = inputs.next(naive, meta.lastTickDigest);
            String step = name + " record " + i + ": " + input;
            Routing routing = new Routing(5, 6, i, random.nextInt(8));
            byte[] value = input.encode(writer, routing);
            NaiveLane.Told told = naive.apply(input, inputs.recordTime);
            state.apply(i, inputs.recordTime, input.key(), value, effects);
            follower.apply(i, inputs.recordTime, input.key(), value, followed);
            checkpoint.follow(naive.base + i, effects);
            state.describe(meta);
            sameReply(step, told, routing);
            sameState(step, naive, state);
            sameEffects(step);
            count(input, told, naive);
            if (random.nextInt(RELOAD_ONE_IN) == 0) {
                sameDigest(step, follower);
                follower = checkpoint.load(copy(state));
                follower.quarantine(skips);
            }
        }
        sameDigest(name, follower);
    }

    private void count(Input input, NaiveLane.Told told, NaiveLane naive) {
        if (told != null) {
            String how = told.stored() ? "stored " : told.replayed() ? "replayed " : "";
            seen.merge(how + told.answer().verdict(), 1, Integer::sum);
            if (!told.answer().holds().isEmpty()) {
                seen.merge(how + "OK with a hold", 1, Integer::sum);
            }
            if (!told.answer().cursor().isEmpty()) {
                seen.merge("a page that goes on", 1, Integer::sum);
            }
            if (!told.replayed()
                    && told.answer().problem() != null
                    && told.answer().problem().limit() == holdsMax(naive)) {
                seen.merge("holds full", 1, Integer::sum);
            }
        } else {
            seen.merge("silent", 1, Integer::sum);
            seen.merge(
                    (naive.accepted ? "accepted " : "refused ")
                            + input.getClass().getSimpleName(),
                    1,
                    Integer::sum);
        }
        if (naive.expired > 0) {
            seen.merge("expired", naive.expired, Integer::sum);
        }
        if (naive.timeWaits()) {
            seen.merge("time waits", 1, Integer::sum);
        }
        if (naive.dropped > 0) {
            seen.merge(naive.window.isEmpty() ? "emptied" : "dropped", 1, Integer::sum);
        }
    }

    private static long holdsMax(NaiveLane naive) {
        return naive.rules == null ? -1 : naive.rules.holdsMax();
    }

    private static Meta copy(State state) {
        Meta copy = new Meta();
        state.describe(copy);
        return copy;
    }

    private void sameDigest(String step, State follower) {
        if (copy(follower).digest != meta.digest) {
            throw new AssertionError("the follower has another digest at " + step);
        }
    }

    private void sameReply(String step, NaiveLane.Told told, Routing routing) {
        Reply reply = Reply.of(effects);
        if (told == null) {
            assertThat(reply).as(step).isNull();
            return;
        }
        NaiveLane.Answer answer = told.answer();
        boolean same = reply != null
                && reply.partition() == routing.replyPartition()
                && reply.request() == routing.request()
                && reply.verdict().name().equals(answer.verdict())
                && reply.sequence() == meta.sequenceBase + meta.nextOffset - 1
                && reply.time() == meta.logTime
                && reply.replayed() == told.replayed()
                && reply.stored() == told.stored()
                && reply.originSequence() == told.originSequence()
                && reply.originTime() == told.originTime()
                && Objects.equals(reply.problem(), answer.problem())
                && reply.results().equals(answer.results())
                && reply.counters().equals(answer.counters())
                && reply.holds().equals(answer.holds())
                && reply.cursor().equals(answer.cursor());
        if (!same) {
            throw new AssertionError("expected " + told + "\n but got " + reply + "\n at " + step);
        }
    }

    private void sameState(String step, NaiveLane naive, State state) {
        sameRows(step, naive, state);
        List<Object> expected = List.of(
                naive.accepted,
                naive.offset,
                naive.time,
                naive.ceiling,
                naive.horizon,
                naive.epoch,
                naive.leaderHi,
                naive.leaderLo,
                naive.lastTick,
                (long) naive.counters.size(),
                (long) naive.window.size(),
                windowStart(naive),
                naive.openHolds(),
                (long) naive.resolved.size(),
                resolvedStart(naive),
                naive.timeWaits());
        List<Object> found = List.of(
                effects.accepted(),
                meta.nextOffset,
                meta.logTime,
                meta.ceiling,
                meta.horizon,
                meta.epoch,
                meta.leaderHi,
                meta.leaderLo,
                meta.lastTick,
                meta.counters,
                meta.windowCount,
                meta.windowStart,
                meta.holdsOpen,
                meta.holdsResolved,
                meta.resolvedStart,
                state.expiriesDue());
        if (!expected.equals(found)) {
            throw new AssertionError("expected " + expected + "\n but got " + found + "\n at " + step);
        }
    }

    private static void sameRows(String step, NaiveLane naive, State state) {
        for (String key : RandomOperations.KEYS) {
            Reply.Counter counter = naive.row(key);
            if (counter.held() != naive.heldOf(key)) {
                throw new AssertionError(key + " holds " + counter.held() + " but its open holds " + naive.heldOf(key)
                        + "\n at " + step);
            }
            state.counterRow(key.getBytes(StandardCharsets.UTF_8), (value, version, held, confirmed) -> {
                if (!counter.equals(new Reply.Counter(value, version, held, confirmed))) {
                    throw new AssertionError("expected " + counter + " for " + key + " but got " + value + " version "
                            + version + "\n at " + step);
                }
            });
        }
    }

    private static long windowStart(NaiveLane naive) {
        return naive.window.isEmpty()
                ? naive.base + naive.offset
                : naive.window.get(0).sequence();
    }

    private static long resolvedStart(NaiveLane naive) {
        return naive.resolved.isEmpty() ? naive.base + naive.offset : naive.resolved.get(0).resolvedSequence;
    }

    private void sameEffects(String step) {
        int length = effects.replyLength();
        boolean same = length == followed.replyLength()
                && Arrays.equals(effects.reply(), 0, length, followed.reply(), 0, length)
                && effects.accepted() == followed.accepted()
                && entries(effects).equals(entries(followed));
        if (!same) {
            throw new AssertionError("the follower says something else at " + step);
        }
    }

    private static List<ByteBuffer> entries(Effects from) {
        return IntStream.range(0, from.windowEntryCount())
                .mapToObj(i ->
                        ByteBuffer.wrap(from.windowEntries(), from.windowEntryOffset(i), from.windowEntryLength(i)))
                .toList();
    }
}
