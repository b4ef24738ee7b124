package dev.hotlane.infra.past;

import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.State;
import dev.hotlane.proof.model.LaneModel;
import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.proof.model.ModelAnswer;
import dev.hotlane.proof.model.ModelOp;
import dev.hotlane.proof.model.OpRules;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Tick;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.CommandKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** A random history of a lane: its log, and what the reference model says after each record. */
final class RandomPast {
    static final List<String> KEYS = List.of("stock:a", "stock:b", "limit:u1", "limit:u2", "other");
    private static final byte[] NONE = {};
    private static final LogEntry.Leader LEADER = new LogEntry.Leader(1, 2);
    private static final long NOON = 1_800_000_000_000L;

    final RecordedPast log = new RecordedPast();
    final List<Moment> moments = new ArrayList<>();
    private final SplittableRandom random;
    private final TreeMap<Long, Long> digests = new TreeMap<>();
    private final RecordWriter writer = new RecordWriter();
    private final Effects effects = new Effects();
    private final State state = new State();
    private final LaneModel model = new LaneModel(0);
    private final Set<Long> skipped;
    private final List<Long> named = new ArrayList<>();
    private long recordTime = NOON;
    private long wallClock = NOON;
    private int fresh;
    private byte[] lastKey;
    private byte[] lastValue;
    private LogEntry lastSaid;

    /** After a record: log time, digest, counters and holds, as the model says. */
    record Moment(long time, long digest, Map<String, ModelAnswer.Counter> counters, List<ModelAnswer.Hold> holds) {}

    /** @param skipped offsets that SKIPs take out; commands stand there */
    RandomPast(SplittableRandom random, int records, Set<Long> skipped) {
        this.random = random;
        this.skipped = skipped;
        state.quarantine(skipped.stream().mapToLong(Long::longValue).sorted().toArray());
        Rules first = Rules.first(42);
        Rules rules = new Rules(
                1,
                1,
                64,
                1_000,
                12,
                5_000,
                500,
                10_000,
                86_400_000,
                400,
                2,
                50_000_000,
                2_000,
                6,
                42,
                first.stateBytesMax(),
                first.windowBytesMax(),
                2_000_000);
        append(null, writer.rules(rules), numbers(rules));
        append(null, writer.lead(1, 1, 2, -1), new LogEntry.Lead(1, LEADER, -1));
        while (log.end() < records) {
            step();
        }
        tick(false);
        tick(false);
    }

    private void step() {
        long offset = log.end();
        long due = skipped.stream()
                .filter(each -> each < offset && !named.contains(each))
                .min(Long::compare)
                .orElse(-1L);
        if (due >= 0 && !skipped.contains(offset) && random.nextInt(3) == 0) {
            named.add(due);
            append(null, writer.skip(due), new LogEntry.Skip(due));
        } else if (!skipped.contains(offset) && due < 0 && random.nextInt(4) == 0) {
            tick(offset % 5 == 0);
        } else {
            clocks();
            command();
        }
    }

    /** Both clocks go on, mostly together; now and then one jumps. */
    private void clocks() {
        long step = random.nextLong(random.nextInt(4) == 0 ? 300 : 3);
        recordTime += step;
        wallClock += step;
        if (random.nextInt(30) == 0) {
            recordTime += random.nextLong(-400, 400);
        }
        if (random.nextInt(30) == 0) {
            wallClock += random.nextLong(-400, 900);
        }
    }

    /** @param behind whether the leader is behind the log's end: then it names an older TICK */
    private void tick(boolean behind) {
        clocks();
        Meta meta = meta();
        long offset = log.end();
        digests.put(meta.lastTick, meta.lastTickDigest);
        Long older = behind ? digests.lowerKey(meta.lastTick) : null;
        long previous = older == null ? meta.lastTick : older;
        LogEntry.Tick said = new LogEntry.Tick(1, LEADER, wallClock, offset, offset, previous, false);
        append(null, writer.tick(new Tick(1, 1, 2, wallClock, previous, digests.get(previous), offset, 0, 0)), said);
    }

    private void command() {
        if (lastSaid != null && random.nextInt(12) == 0) {
            append(lastKey, lastValue, lastSaid);
            return;
        }
        int kind = random.nextInt(10);
        String id = "c" + fresh++;
        String key = KEYS.get(random.nextInt(2));
        if (kind < 3) {
            long n = 1 + random.nextLong(5);
            transact(id, List.of(Op.add(key, n)), List.of(ModelOp.add(key, n)), false, 0);
        } else if (kind < 7) {
            String limit = KEYS.get(2 + random.nextInt(2));
            Op taken = Op.add(limit, 1).arg(ArgName.MAX, 2);
            ModelOp used = ModelOp.add(limit, 1).with(OpRules.Arg.MAX, 2);
            transact(
                    id,
                    List.of(taken, Op.add(key, -1)),
                    List.of(used, ModelOp.add(key, -1)),
                    true,
                    1 + random.nextLong(200));
        } else {
            String target = "c" + random.nextInt(Math.max(0, fresh - 12), fresh);
            boolean confirms = kind < 9;
            CommandKind what = confirms ? CommandKind.CONFIRM : CommandKind.CANCEL;
            Command content = new Command(what, false, 0, List.of(), utf8(target), NONE);
            LogEntry.Change change = confirms ? LogEntry.Change.CONFIRM : LogEntry.Change.CANCEL;
            append(
                    utf8(id),
                    writer.command(utf8(id), new Routing(5, 6, log.end(), 0), content, NONE),
                    new LogEntry.OnHold(change, id, target, List.of(), 0, ""));
        }
    }

    private void transact(String id, List<Op> ops, List<ModelOp> said, boolean hold, long ttl) {
        Command content = new Command(CommandKind.TRANSACT, hold, ttl, ops, NONE, hold ? utf8("o" + fresh % 3) : NONE);
        append(
                utf8(id),
                writer.command(utf8(id), new Routing(5, 6, log.end(), 0), content, NONE),
                new LogEntry.Transact(id, said, hold, ttl, hold ? "o" + fresh % 3 : ""));
    }

    private void append(byte[] key, byte[] value, LogEntry said) {
        long offset = log.end();
        if (key != null) {
            lastKey = key;
            lastValue = value;
            lastSaid = said;
        }
        log.append(recordTime, key, value);
        state.apply(offset, recordTime, key, value, effects);
        if (skipped.contains(offset)) {
            model.stepOver(offset, new String(key, StandardCharsets.UTF_8), recordTime);
        } else {
            model.apply(offset, said, recordTime);
        }
        moments.add(
                new Moment(model.time(), meta().digest, new TreeMap<>(model.counters()), List.copyOf(model.holds())));
    }

    private Meta meta() {
        Meta meta = new Meta();
        state.describe(meta);
        return meta;
    }

    private static LogEntry.Numbers numbers(Rules rules) {
        return new LogEntry.Numbers(
                rules.rulesVersion(),
                rules.opsMax(),
                rules.readKeysMax(),
                rules.windowSize(),
                rules.windowAgeMs(),
                rules.tickSlackMs(),
                rules.idFutureMs(),
                rules.ttlMaxMs(),
                rules.holdRetentionMs(),
                rules.expiriesPerRecord(),
                rules.countersMax(),
                rules.holdsMax(),
                rules.resolvedMax(),
                rules.stateBytesMax(),
                rules.windowBytesMax(),
                rules.tenantHoldsMax(),
                Long.toString(rules.hashSeed()));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
