package dev.hotlane.processor.state;

import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.Tick;
import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.ReadKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A lane without a log: each call appends one record, applies it at once and reads what came back. */
final class LaneInMemory {
    static final byte[] NOTHING = {};
    static final int PARTITION = 3;
    static final long HI = 1;
    static final long LO = 2;

    /** What the log clock shows when a lane is made ready. */
    static final long NOON = 1_800_000_000_000L;

    final State state;
    final Effects effects = new Effects();
    final RecordWriter writer = new RecordWriter();
    long recordTime = NOON;
    private long offset;
    private long request;
    private Sender sender = Sender.NONE;

    LaneInMemory() {
        this(new State());
    }

    /** Goes on where that state stands. */
    LaneInMemory(State state) {
        this.state = state;
        offset = state.nextOffset();
    }

    /** Records up to there were given to the state by somebody else. */
    void skipTo(long next) {
        offset = next;
    }

    /** Rules in force, a leader, and a first TICK: the log clock stands at {@link #NOON}. */
    static LaneInMemory ready() {
        return ready(Rules.first(42));
    }

    static LaneInMemory ready(Rules rules) {
        LaneInMemory lane = new LaneInMemory();
        lane.append(null, lane.writer.rules(rules));
        lane.lead(1, HI, LO, -1);
        lane.tick();
        return lane;
    }

    /** Rules like the first ones, with other limits. */
    static Rules rules(int version, int windowSize, long windowAgeMs, long countersMax) {
        RulesDraft draft = new RulesDraft();
        draft.version = version;
        draft.windowSize = windowSize;
        draft.windowAgeMs = windowAgeMs;
        draft.countersMax = countersMax;
        return draft.build();
    }

    /** The next commands and reads are of that tenant. */
    LaneInMemory of(String tenant) {
        sender = Sender.of(tenant, "");
        return this;
    }

    Reply append(byte[] key, byte[] value) {
        state.apply(offset++, recordTime, key, value, effects);
        return Reply.of(effects);
    }

    /** A transact with an id of its own. */
    Reply run(Op... ops) {
        return command("run-" + offset, ops);
    }

    Reply command(String id, Op... ops) {
        return command(id, Command.transact(ops));
    }

    Reply command(String id, Command content) {
        Routing routing = new Routing(7, 8, request++, PARTITION);
        return append(sender.recordKey(bytes(id)), writer.command(sender, bytes(id), routing, content, NOTHING));
    }

    /** A transact that the real writer would refuse; {@code id} may be null. */
    Reply raw(String id, Op... ops) {
        byte[] key = id == null ? null : bytes(id);
        return append(key, RawRecords.transact(key, new Routing(7, 8, request++, PARTITION), List.of(ops)));
    }

    /** A READ that the real writer would refuse. */
    Reply rawRead(ReadKind kind, List<byte[]> keys, String target) {
        return append(null, RawRecords.read(new Routing(7, 8, request++, PARTITION), kind, keys, bytes(target)));
    }

    Reply read(String... keys) {
        List<byte[]> asked = new ArrayList<>();
        Stream.of(keys).map(LaneInMemory::bytes).forEach(asked::add);
        return append(null, writer.readCounters(new Routing(7, 8, request++, PARTITION), asked));
    }

    Reply readHold(String id) {
        return readHold(id, "");
    }

    /** A hold of that owner, or with an empty one of any. */
    Reply readHold(String id, String owner) {
        Routing routing = new Routing(7, 8, request++, PARTITION);
        return append(null, writer.sentBy(sender).readHold(routing, bytes(id), bytes(owner)));
    }

    /** A page of holds; each of owner, key and cursor may be empty, the state NONE. */
    Reply page(HoldState state, int limit, String owner, String key, String cursor) {
        ReadView.Page page = new ReadView.Page(state, limit, bytes(owner));
        byte[] asked = key.isEmpty() ? null : bytes(key);
        Routing routing = new Routing(7, 8, request++, PARTITION);
        return append(null, writer.sentBy(sender).readHolds(routing, page, asked, bytes(cursor)));
    }

    Reply readCommand(String id) {
        Routing routing = new Routing(7, 8, request++, PARTITION);
        return append(null, writer.sentBy(sender).readById(routing, ReadKind.COMMAND, bytes(id)));
    }

    boolean lead(long epoch, long hi, long lo, long lastTick) {
        append(null, writer.lead(epoch, hi, lo, lastTick));
        return effects.accepted();
    }

    boolean resign(long epoch, long hi, long lo) {
        append(null, writer.resign(epoch, hi, lo));
        return effects.accepted();
    }

    boolean putInForce(Rules rules) {
        append(null, writer.rules(rules));
        return effects.accepted();
    }

    /** A TICK of the reigning leader, its wall clock being the record time. */
    boolean tick() {
        Meta meta = meta();
        return tick(meta.epoch, meta.leaderHi, meta.leaderLo, recordTime, meta.lastTick, meta.lastTickDigest);
    }

    boolean tick(long epoch, long hi, long lo, long wallClock, long previousTick, long previousDigest) {
        append(null, writer.tick(new Tick(epoch, hi, lo, wallClock, previousTick, previousDigest, offset, 0, 0)));
        return effects.accepted();
    }

    /** A TICK of the reigning leader with these offsets. */
    boolean progress(long applied, long replied, long flushed) {
        Meta meta = meta();
        append(
                null,
                writer.tick(new Tick(
                        meta.epoch,
                        meta.leaderHi,
                        meta.leaderLo,
                        recordTime,
                        meta.lastTick,
                        meta.lastTickDigest,
                        applied,
                        replied,
                        flushed)));
        return effects.accepted();
    }

    /** Both clocks go forward and the leader ticks. */
    LaneInMemory later(long millis) {
        recordTime += millis;
        tick();
        return this;
    }

    Meta meta() {
        Meta meta = new Meta();
        state.describe(meta);
        return meta;
    }

    long digest() {
        return meta().digest;
    }

    Reply.Counter counter(String key) {
        Reply.Counter[] found = new Reply.Counter[1];
        state.counterRow(
                bytes(key),
                (value, version, held, confirmed) -> found[0] = new Reply.Counter(value, version, held, confirmed));
        return found[0];
    }

    long value(String key) {
        return counter(key).value();
    }

    /** How many changes the last record reported. */
    int changes() {
        int[] count = new int[1];
        effects.forEachChange(new ChangeSink() {
            @Override
            public void counter(
                    byte[] key, int offset, int length, long hash, long value, long version, long held, long conf) {
                count[0]++;
            }

            @Override
            public void removed(byte[] key, int offset, int length, long hash) {
                count[0]++;
            }
        });
        return count[0];
    }

    /** A UUIDv7 with that time inside and that number in its random part. */
    static String uuid7(long time, int number) {
        return String.format("%08x-%04x-7000-8000-%012x", time >>> 16, time & 0xFFFF, number);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
