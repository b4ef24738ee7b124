package dev.hotlane.protocol;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * One stored field of {@link Meta}. This table is the only list of them: the SQL of the meta row, the META block of a
 * snapshot and equality follow it. A new column is a line here, at the end of both orders, a field and a line of
 * {@link Meta#set}, and a migration. Immutable; any thread.
 */
public final class MetaColumn {
    private static final MetaColumn RULES_VERSION = number(
            "rules_version", Form.INT32, meta -> meta.rulesVersion, (meta, value) -> meta.rulesVersion = (int) value);
    private static final MetaColumn RULES =
            bytes("rules", Form.BYTES, meta -> meta.rules, (meta, value) -> meta.rules = value);
    private static final MetaColumn LAST_LEADER_EPOCH = number(
            "last_leader_epoch",
            Form.INT32,
            meta -> meta.lastLeaderEpoch,
            (meta, value) -> meta.lastLeaderEpoch = (int) value);
    private static final MetaColumn LAST_TIMESTAMP =
            int64("last_timestamp", meta -> meta.lastTimestamp, (meta, value) -> meta.lastTimestamp = value);
    private static final MetaColumn LAST_CRC = number(
            "last_crc",
            Form.UINT32,
            meta -> Integer.toUnsignedLong(meta.lastCrc),
            (meta, value) -> meta.lastCrc = (int) value);

    /** The first columns of both orders. */
    private static final List<MetaColumn> FIRST = List.of(
            int64("next_offset", meta -> meta.nextOffset, (meta, value) -> meta.nextOffset = value),
            int64("sequence_base", meta -> meta.sequenceBase, (meta, value) -> meta.sequenceBase = value),
            int64("state_epoch", meta -> meta.epoch, (meta, value) -> meta.epoch = value),
            bytes("leader", Form.ID, MetaColumn::leader, MetaColumn::setLeader),
            int64("log_time", meta -> meta.logTime, (meta, value) -> meta.logTime = value),
            int64("ceiling", meta -> meta.ceiling, (meta, value) -> meta.ceiling = value),
            int64("horizon", meta -> meta.horizon, (meta, value) -> meta.horizon = value),
            int64("digest", meta -> meta.digest, (meta, value) -> meta.digest = value),
            int64("last_tick_offset", meta -> meta.lastTick, (meta, value) -> meta.lastTick = value),
            int64("last_tick_digest", meta -> meta.lastTickDigest, (meta, value) -> meta.lastTickDigest = value),
            int64(
                    "last_tick_wall_clock",
                    meta -> meta.lastTickWallClock,
                    (meta, value) -> meta.lastTickWallClock = value),
            int64("window_start", meta -> meta.windowStart, (meta, value) -> meta.windowStart = value),
            int64("window_count", meta -> meta.windowCount, (meta, value) -> meta.windowCount = value),
            int64("counters", meta -> meta.counters, (meta, value) -> meta.counters = value),
            int64("open_holds", meta -> meta.holdsOpen, (meta, value) -> meta.holdsOpen = value),
            int64("resolved_start", meta -> meta.resolvedStart, (meta, value) -> meta.resolvedStart = value),
            int64("resolved_count", meta -> meta.holdsResolved, (meta, value) -> meta.holdsResolved = value));

    /** All columns in the order of the meta row in MySQL. */
    public static final List<MetaColumn> ROW =
            after(FIRST, RULES_VERSION, RULES, LAST_LEADER_EPOCH, LAST_TIMESTAMP, LAST_CRC);

    /** All columns in the order of a snapshot's META block: the bytes last. */
    public static final List<MetaColumn> BLOCK =
            after(FIRST, LAST_TIMESTAMP, LAST_LEADER_EPOCH, LAST_CRC, RULES_VERSION, RULES);

    /** How a column is stored. */
    public enum Form {
        /** A signed number of 8 bytes. */
        INT64,
        /** A signed number of 4 bytes. */
        INT32,
        /** An unsigned number of 4 bytes. */
        UINT32,
        /** 16 bytes: two halves, each big-endian. */
        ID,
        /** Bytes of any length. */
        BYTES
    }

    private final String name;
    private final Form form;
    private final ToLongFunction<Meta> number;
    private final ObjLongConsumer<Meta> setNumber;
    private final Function<Meta, byte[]> bytes;
    private final BiConsumer<Meta, byte[]> setBytes;

    private MetaColumn(
            String name,
            Form form,
            ToLongFunction<Meta> number,
            ObjLongConsumer<Meta> setNumber,
            Function<Meta, byte[]> bytes,
            BiConsumer<Meta, byte[]> setBytes) {
        this.name = name;
        this.form = form;
        this.number = number;
        this.setNumber = setNumber;
        this.bytes = bytes;
        this.setBytes = setBytes;
    }

    private static MetaColumn int64(String name, ToLongFunction<Meta> get, ObjLongConsumer<Meta> set) {
        return number(name, Form.INT64, get, set);
    }

    private static MetaColumn number(String name, Form form, ToLongFunction<Meta> get, ObjLongConsumer<Meta> set) {
        return new MetaColumn(name, form, get, set, null, null);
    }

    private static MetaColumn bytes(String name, Form form, Function<Meta, byte[]> get, BiConsumer<Meta, byte[]> set) {
        return new MetaColumn(name, form, null, null, get, set);
    }

    private static List<MetaColumn> after(List<MetaColumn> first, MetaColumn... last) {
        return Stream.concat(first.stream(), Arrays.stream(last)).toList();
    }

    private static byte[] leader(Meta meta) {
        byte[] leader = new byte[16];
        ByteBuffer.wrap(leader).putLong(meta.leaderHi).putLong(meta.leaderLo);
        return leader;
    }

    private static void setLeader(Meta meta, byte[] value) {
        ByteBuffer leader = ByteBuffer.wrap(value);
        meta.leaderHi = leader.getLong();
        meta.leaderLo = leader.getLong();
    }

    /** Name of the column in MySQL. */
    public String name() {
        return name;
    }

    /** How it is stored. */
    public Form form() {
        return form;
    }

    /** The value of a column of numbers. */
    public long number(Meta meta) {
        return number.applyAsLong(meta);
    }

    /** Sets a column of numbers. */
    public void setNumber(Meta meta, long value) {
        setNumber.accept(meta, value);
    }

    /** The value of a column of bytes. */
    public byte[] bytes(Meta meta) {
        return bytes.apply(meta);
    }

    /** Sets a column of bytes. */
    public void setBytes(Meta meta, byte[] value) {
        setBytes.accept(meta, value);
    }

    /** Whether both have the same value here; bytes by content. */
    public boolean same(Meta one, Meta other) {
        return number == null ? Arrays.equals(bytes(one), bytes(other)) : number(one) == number(other);
    }
}
