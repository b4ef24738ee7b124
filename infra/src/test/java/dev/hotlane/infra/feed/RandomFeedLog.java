package dev.hotlane.infra.feed;

import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.processor.state.ChangeSink;
import dev.hotlane.processor.state.ChangeTrace.Numbers;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Tick;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.OpKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/**
 * A log of random sales with the TICKs of its leader, and what each record changed: by a state without a trace, and a
 * table of values beside it.
 */
final class RandomFeedLog {
    static final Identity IDENTITY = new Identity("cluster", "commands-id");
    private static final byte[] NONE = {};

    final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();

    /** By sequence: key, then value before, value, held, confirmed. */
    final TreeMap<Long, Map<String, List<Long>>> changes = new TreeMap<>();

    /** Digest after each TICK of the leader. */
    final TreeMap<Long, Long> digests = new TreeMap<>();

    private final State state = new State();
    private final Effects effects = new Effects();
    private final RecordWriter writer = new RecordWriter();
    private final Map<String, Numbers> table = new HashMap<>();
    private final Meta meta = new Meta();
    private final SplittableRandom random;

    /** Offset of the last TICK that another one names; -1 for none. */
    long proved = -1;

    private long time = 1_800_000_000_000L;

    RandomFeedLog(SplittableRandom random) {
        this.random = random;
        append(null, writer.rules(Rules.first(42)));
        append(null, writer.lead(1, 1, 2, -1));
        tick();
    }

    /** Appends that number of random records, and two TICKs: the first is proved then. */
    void grow(int count) {
        growUnproved(count);
        tick();
    }

    /** Appends that number of random records, and a TICK that no other proves. */
    void growUnproved(int count) {
        for (int i = 0; i < count; i++) {
            time += random.nextInt(60);
            if (random.nextInt(8) == 0) {
                tick(random.nextInt(4), 0);
            } else {
                run(random());
            }
        }
        tick();
    }

    /** Appends one command. */
    void run(Command content) {
        String id = "c-" + records.size();
        append(id.getBytes(StandardCharsets.UTF_8), command(id, content));
    }

    /** The table as of the last record: what a consumer must have. */
    Map<String, Numbers> table() {
        return table;
    }

    private byte[] command(String id, Command content) {
        return writer.command(id.getBytes(StandardCharsets.UTF_8), new Routing(7, 8, 9, 0), content, NONE);
    }

    private Command random() {
        String target = "c-" + Math.max(0, records.size() - random.nextInt(40));
        int kind = random.nextInt(12);
        if (kind < 2) {
            return onHold(kind == 0 ? CommandKind.CONFIRM : CommandKind.CANCEL, 0, target);
        } else if (kind == 2) {
            return onHold(CommandKind.EXTEND, 2_000, target);
        } else if (kind < 7) {
            return new Command(
                    CommandKind.TRANSACT,
                    true,
                    1_000 + random.nextInt(1_000),
                    List.of(Op.add(stock(), -1 - random.nextInt(2)), limit()),
                    NONE,
                    "u7".getBytes(StandardCharsets.UTF_8));
        } else if (kind == 7) {
            return Command.transact(Op.remove(stock()), Op.set(stock(), 5));
        } else if (kind == 8) {
            return Command.transact(bucket());
        }
        return Command.transact(Op.add(stock(), random.nextInt(9) - 3), Op.set(stock(), random.nextInt(50)));
    }

    private static Command onHold(CommandKind kind, long ttl, String target) {
        return new Command(kind, false, ttl, List.of(), target.getBytes(StandardCharsets.UTF_8), NONE);
    }

    private String stock() {
        return "stock:" + random.nextInt(12);
    }

    private Op limit() {
        return Op.add("limit:" + random.nextInt(30), 1).arg(ArgName.MAX, 3);
    }

    private Op bucket() {
        return new Op(OpKind.TAKE, ("rate:" + random.nextInt(3)).getBytes(StandardCharsets.UTF_8))
                .arg(ArgName.TOKENS, 1)
                .arg(ArgName.COUNT, 10)
                .arg(ArgName.PERIOD_MS, 1_000)
                .arg(ArgName.BURST, 5);
    }

    private void tick() {
        tick(0, 0);
    }

    /** Appends a TICK of a leader that is that many TICKs behind the log's end, with a digest that differs by as much. */
    void tick(int behind, long differs) {
        state.describe(meta);
        long previous = meta.lastTick;
        for (int i = 0; i < behind && digests.lowerKey(previous) != null; i++) {
            previous = digests.lowerKey(previous);
        }
        proved = differs == 0 ? Math.max(proved, previous) : proved;
        append(
                null,
                writer.tick(new Tick(
                        meta.epoch,
                        meta.leaderHi,
                        meta.leaderLo,
                        time,
                        previous,
                        digests.getOrDefault(previous, meta.lastTickDigest) + differs,
                        records.size(),
                        0,
                        0)));
        state.describe(meta);
        digests.put(records.size() - 1L, meta.lastTickDigest);
    }

    private void append(byte[] key, byte[] value) {
        long offset = records.size();
        records.add(new ConsumerRecord<>(
                "log",
                0,
                offset,
                time,
                TimestampType.LOG_APPEND_TIME,
                0,
                value.length,
                key,
                value,
                new RecordHeaders(),
                Optional.of(1)));
        state.apply(offset, time, key, value, effects);
        Map<String, Numbers> after = new HashMap<>();
        effects.forEachChange(new ChangeSink() {
            @Override
            public void counter(
                    byte[] name, int at, int length, long hash, long amount, long version, long held, long confirmed) {
                boolean bucket = version < 0;
                after.put(
                        new String(name, at, length, StandardCharsets.UTF_8),
                        new Numbers(bucket ? 0 : amount, bucket ? 0 : version, held, confirmed));
            }

            @Override
            public void removed(byte[] name, int at, int length, long hash) {
                after.put(new String(name, at, length, StandardCharsets.UTF_8), Numbers.ABSENT);
            }
        });
        after.forEach((name, numbers) -> changed(offset, name, numbers));
    }

    private void changed(long offset, String key, Numbers after) {
        Numbers before = table.getOrDefault(key, Numbers.ABSENT);
        if (!before.equals(after)) {
            changes.computeIfAbsent(offset, sequence -> new TreeMap<>())
                    .put(key, List.of(before.value(), after.value(), after.held(), after.confirmed()));
        }
        if (after.equals(Numbers.ABSENT)) {
            table.remove(key);
        } else {
            table.put(key, after);
        }
    }
}
