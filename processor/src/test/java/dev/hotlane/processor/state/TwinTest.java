package dev.hotlane.processor.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.proof.model.LaneModel;
import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.proof.model.ModelAnswer;
import dev.hotlane.proof.model.ModelAnswer.Counter;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Goal: the state does what the rules say. Method: random records to the state, to the reference model and to a follower that
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
    void agreesWithTheModelAndWithAFollowerOnEveryRecord() {
        long seed = Long.getLong("seed", 1);
        agrees(seed, LANES);
        System.out.println("TwinTest: " + seen);
        assertThat(seen.keySet()).as("everything that can happen happened").contains(EveryOutcome.NAMES);
    }

    @Test
    @Tag("long")
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
        CheckpointModel checkpoint = new CheckpointModel();
        long[] skips = IntStream.range(0, records)
                .filter(i -> random.nextInt(SKIP_ONE_IN) == 0)
                .asLongStream()
                .toArray();
        Set<Long> skipped = LongStream.of(skips).boxed().collect(Collectors.toSet());
        long base = random.nextBoolean() ? 0 : 1L << 40 + random.nextInt(12);
        LaneModel model = new LaneModel(base);
        state.anchor(base, 0);
        follower.anchor(base, 0);
        state.quarantine(skips);
        follower.quarantine(skips);
        RandomInputs inputs = new RandomInputs(random.split(), skips);
        state.describe(meta);
        for (int i = 0; i < records; i++) {
            Input input = inputs.next(model, meta.lastTickDigest);
            String step = name + " record " + i + ": " + input;
            Routing routing = new Routing(5, 6, i, random.nextInt(8));
            byte[] value = input.encode(writer, routing);
            ModelAnswer told = input.applyTo(model, skipped, inputs.recordTime);
            state.apply(i, inputs.recordTime, input.key(), value, effects);
            follower.apply(i, inputs.recordTime, input.key(), value, followed);
            checkpoint.follow(base + i, effects);
            state.describe(meta);
            sameReply(step, told, routing);
            sameState(step, model, base, state);
            sameEffects(step);
            count(input, told, model);
            if (random.nextInt(RELOAD_ONE_IN) == 0) {
                sameDigest(step, follower);
                follower = checkpoint.load(copy(state));
                follower.quarantine(skips);
            }
        }
        sameDigest(name, follower);
    }

    private void count(Input input, ModelAnswer told, LaneModel model) {
        if (told != null) {
            String how = told.stored() ? "stored " : told.replayed() ? "replayed " : "";
            seen.merge(how + told.verdict(), 1, Integer::sum);
            if (!told.holds().isEmpty()) {
                seen.merge(how + "OK with a hold", 1, Integer::sum);
            }
            if (!told.cursor().isEmpty()) {
                seen.merge("a page that goes on", 1, Integer::sum);
            }
            if (told.verdict() == ModelAnswer.Verdict.QUOTA_EXCEEDED) {
                seen.merge(full(told.refusal().limit(), model.rules()), 1, Integer::sum);
            }
        } else {
            seen.merge("silent", 1, Integer::sum);
            seen.merge(
                    (model.accepted() ? "accepted " : "refused ")
                            + input.said().getClass().getSimpleName(),
                    1,
                    Integer::sum);
        }
        if (model.expired() > 0) {
            seen.merge("expired", model.expired(), Integer::sum);
        }
        if (model.timeWaits()) {
            seen.merge("time waits", 1, Integer::sum);
        }
        if (model.dropped() > 0) {
            seen.merge(model.rememberedCount() == 0 ? "emptied" : "dropped", 1, Integer::sum);
        }
    }

    private static String full(long limit, LogEntry.Numbers rules) {
        return limit == rules.holdsMax()
                ? "holds full"
                : limit == rules.tenantHoldsMax()
                        ? "tenant full"
                        : limit == rules.stateBytesMax() ? "room short" : "counters full";
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

    private void sameReply(String step, ModelAnswer told, Routing routing) {
        Reply reply = Reply.of(effects);
        if (told == null) {
            assertThat(reply).as(step).isNull();
            return;
        }
        boolean same = reply != null
                && reply.partition() == routing.replyPartition()
                && reply.request() == routing.request()
                && reply.sequence() == meta.sequenceBase + meta.nextOffset - 1
                && reply.time() == meta.logTime
                && reply.answer().equals(told);
        if (!same) {
            throw new AssertionError("expected " + told + "\n but got " + reply + "\n at " + step);
        }
    }

    private void sameState(String step, LaneModel model, long base, State state) {
        sameRows(step, model, state);
        List<Object> expected = List.of(
                model.accepted(),
                model.next(),
                model.time(),
                model.ceiling(),
                model.horizon(),
                model.epoch(),
                model.leader().hi(),
                model.leader().lo(),
                model.lastTick(),
                (long) model.counters().size(),
                (long) model.rememberedCount(),
                first(model.remembered(), base + model.next()),
                (long) model.openHolds().size(),
                (long) model.resolvedBy().size(),
                first(model.resolvedBy(), base + model.next()),
                model.timeWaits());
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

    private static void sameRows(String step, LaneModel model, State state) {
        for (String key : RandomOperations.KEYS) {
            Counter counter = model.counters().getOrDefault(key, Counter.ABSENT);
            if (counter.held() != heldOf(key, model)) {
                throw new AssertionError(key + " holds " + counter.held() + " but its open holds " + heldOf(key, model)
                        + "\n at " + step);
            }
            state.counterRow(key.getBytes(StandardCharsets.UTF_8), (value, version, held, confirmed) -> {
                if (!counter.equals(new Counter(value, version, held, confirmed))) {
                    throw new AssertionError("expected " + counter + " for " + key + " but got " + value + " version "
                            + version + "\n at " + step);
                }
            });
        }
    }

    /** The units of a key in the lines of open holds; a sum that may pass over the end of the range and come back. */
    private static long heldOf(String key, LaneModel model) {
        return model.openHolds().stream()
                .flatMap(hold -> hold.lines().stream())
                .filter(line -> line.key().equals(key))
                .mapToLong(ModelAnswer.Line::quantity)
                .sum();
    }

    private static long first(List<Long> sequences, long otherwise) {
        return sequences.isEmpty() ? otherwise : sequences.get(0);
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
