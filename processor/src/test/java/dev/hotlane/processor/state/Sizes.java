package dev.hotlane.processor.state;

import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Tick;
import dev.hotlane.protocol.sbe.HoldState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.ByteUtils;

/**
 * Bytes of each kind of call: its record in the log and its entry in the window, by what the writer and the state really
 * make; its reply. Ids have 36 characters and keys 20 bytes unless a name says otherwise.
 */
final class Sizes {
    /** Of one call. */
    record Bytes(long log, long reply, long windowEntry) {}

    /** Length prefix of a message in a record of the reply topic. */
    private static final int REPLY_PREFIX = 4;

    /** Sequence and length before an entry; an index takes 10.7 to 13.3 bytes of each. */
    private static final int ENTRY_HEADER_AND_INDEX = 10 + 12;

    private final LaneInMemory lane = LaneInMemory.ready();
    private final Map<String, Bytes> calls = new LinkedHashMap<>();
    private int ids;

    /** By the name that docs/operating.md gives the call. */
    static Map<String, Bytes> ofCalls() throws Exception {
        return new Sizes().measured();
    }

    /** The TICK that a leader appends every 100 ms, and what a batch of Kafka's adds to the records in it. */
    static long tickBytes() {
        byte[] tick = new LaneInMemory().writer.tick(new Tick(1, 2, 3, LaneInMemory.NOON, 4, 5, 6, 7, 8));
        return recordBytes(null, tick);
    }

    private Map<String, Bytes> measured() {
        command("increment", Command.transact(Op.add(key(0), 1)));
        command("transaction of 3 adds", Command.transact(adds(3)));
        command("transaction of 10 adds", Command.transact(adds(10)));
        command("transaction of 64 adds", Command.transact(adds(64)));
        stockUp(20);
        command("take of a bucket", Command.transact(Content.take("bucket:of-20-bytes:1", 1, 100, 1_000, 100)));
        String held = command(
                "reservation of a line and a limit",
                Content.holdOf("u7", 600_000, Content.limit("limit:deal1:user-123", 1, 9), lines(1, 20)[0]));
        page();
        command("confirm", Content.confirm(held));
        String cancelled = command("reservation of 64 lines", Content.holdOf("u7", 600_000, lines(64, 20)));
        command("cancel of 64 lines", Content.cancel(cancelled));
        stockUp(200);
        String large =
                command("reservation of 64 lines, keys of 200 bytes", Content.holdOf("u7", 600_000, lines(64, 200)));
        command("cancel of 64 lines, keys of 200 bytes", Content.cancel(large));
        read("read of a counter", 1, 20);
        read("query of 1,000 keys", 1_000, 20);
        read("query of 1,000 keys of 200 bytes", 1_000, 200);
        return calls;
    }

    private String command(String name, Command content) {
        String id = String.format("01936f2e-7a10-7c3d-8e4f-%012d", ids++);
        byte[] key = LaneInMemory.bytes(id);
        byte[] value = lane.writer.command(key, routing(), content, LaneInMemory.NOTHING);
        apply(name, key, value);
        return id;
    }

    private void read(String name, int keys, int keyLength) {
        List<byte[]> asked = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            asked.add(LaneInMemory.bytes(key(i, keyLength)));
        }
        apply(name, null, lane.writer.readCounters(routing(), asked));
    }

    private void page() {
        ReadView.Page page = new ReadView.Page(HoldState.NONE, 20, LaneInMemory.bytes("u7"));
        apply("list of one reservation", null, lane.writer.readHolds(routing(), page, null, LaneInMemory.NOTHING));
    }

    private void apply(String name, byte[] key, byte[] value) {
        Reply reply = lane.append(key, value);
        if (reply == null || reply.problem() != null) {
            throw new IllegalStateException(name + ": " + reply);
        }
        int entries = lane.effects.windowEntriesLength();
        calls.put(
                name,
                new Bytes(
                        recordBytes(key, value),
                        REPLY_PREFIX + lane.effects.replyLength(),
                        entries == 0 ? 0 : entries + ENTRY_HEADER_AND_INDEX));
    }

    private void stockUp(int keyLength) {
        for (int i = 0; i < 64; i++) {
            lane.run(Op.set(key(i, keyLength), 1_000));
        }
    }

    private static Routing routing() {
        return new Routing(7, 8, 1, LaneInMemory.PARTITION);
    }

    private static Op[] adds(int count) {
        Op[] ops = new Op[count];
        for (int i = 0; i < count; i++) {
            ops[i] = Op.add(key(i), 1);
        }
        return ops;
    }

    /** Each takes a unit of another counter. */
    static Op[] lines(int count, int keyLength) {
        Op[] lines = new Op[count];
        for (int i = 0; i < count; i++) {
            lines[i] = Content.stock(key(i, keyLength), 1);
        }
        return lines;
    }

    private static String key(int number) {
        return key(number, 20);
    }

    /** A key of that number, in so many bytes. */
    static String key(int number, int length) {
        String digits = String.format("%07d", number);
        return "k".repeat(length - digits.length()) + digits;
    }

    /** A record within a batch, in Kafka's format 2: lengths, attributes, time, offset, key, value, no headers. */
    private static long recordBytes(byte[] key, byte[] value) {
        int keyBytes = key == null ? 0 : key.length;
        int body = 3
                + ByteUtils.sizeOfVarint(key == null ? -1 : keyBytes)
                + keyBytes
                + ByteUtils.sizeOfVarint(value.length)
                + value.length
                + 1;
        return ByteUtils.sizeOfVarint(body) + (long) body;
    }
}
