package dev.hotlane.jmh.micro;

import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.Command;
import dev.hotlane.protocol.Frame;
import dev.hotlane.protocol.Op;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Routing;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Tick;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A round of real COMMAND records, each of one or more {@code add 1} to some of the counters, under an id of its own
 * (a UUIDv7). Stamped again for every round, outside of the time that is measured. Has the value that each counter must come to.
 */
final class CommandSource {
    /** Records in a round. */
    static final int ROUND = 1 << 16;

    private static final int KEY_DIGITS = 10;
    private static final String KEY_PREFIX = "stock:sku-";
    private static final long REQUEST_MARK = 0x1122334455667788L;
    private static final long START = 1_800_000_000_000L;
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    final byte[][] ids = new byte[ROUND][];
    final byte[][] values = new byte[ROUND][];
    private final RecordWriter writer = new RecordWriter();
    private final Frame frame = new Frame();
    private final KeyChoice choice;
    private final long[] expected;
    private final int[] keyAt;
    private final int requestAt;
    private long stamped;
    private long time = START;

    /** Of one add each, keys drawn evenly. */
    CommandSource(int keys) {
        this(keys, 1, "uniform");
    }

    /**
     * @param ops of each command
     * @param pattern of {@link KeyChoice}
     */
    CommandSource(int keys, int ops, String pattern) {
        expected = new long[keys];
        choice = new KeyChoice(pattern, keys);
        byte[] id = ascii("00000000-0000-7000-8000-000000000000");
        byte[] key = ascii(KEY_PREFIX + "0".repeat(KEY_DIGITS));
        Op[] adds = new Op[ops];
        Arrays.fill(adds, Op.add(new String(key, StandardCharsets.US_ASCII), 1));
        Command content = Command.transact(adds);
        byte[] value = writer.command(id, new Routing(1, 2, REQUEST_MARK, 0), content, new byte[0]);
        keyAt = new int[ops];
        for (int op = 0, from = 0; op < ops; op++, from = keyAt[op - 1]) {
            keyAt[op] = indexOf(value, key, from) + KEY_PREFIX.length();
        }
        byte[] mark = new byte[Long.BYTES];
        LONG.set(mark, 0, REQUEST_MARK);
        requestAt = indexOf(value, mark, 0);
        for (int i = 0; i < ROUND; i++) {
            ids[i] = id.clone();
            values[i] = value.clone();
        }
    }

    /** Broker time of the records of this round. */
    long time() {
        return time;
    }

    /** Stamps the next round: new ids, keys drawn again. */
    void next() {
        time += ROUND / 1_000;
        for (int i = 0; i < ROUND; i++) {
            for (int op = 0; op < keyAt.length; op++) {
                name(i, op, choice.next());
            }
            stamp(i);
        }
    }

    /** Stamps a round that goes through the counters in turn, so that all exist early. */
    void nextInTurn() {
        time += ROUND / 1_000;
        for (int i = 0; i < ROUND; i++) {
            for (int op = 0; op < keyAt.length; op++) {
                name(i, op, (int) ((stamped + i + op) % expected.length));
            }
            stamp(i);
        }
        stamped += ROUND;
    }

    private void name(int i, int op, int key) {
        expected[key]++;
        byte[] value = values[i];
        int rest = key;
        for (int digit = KEY_DIGITS - 1; digit >= 0; digit--) {
            value[keyAt[op] + digit] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    private void stamp(int i) {
        byte[] id = ids[i];
        hex(id, 0, 8, time >>> 16);
        hex(id, 9, 4, time);
        hex(id, 24, 12, choice.bits());
        byte[] value = values[i];
        LONG.set(value, requestAt, (long) i);
        frame.seal(value, value.length, id);
    }

    private static void hex(byte[] into, int at, int digits, long number) {
        long rest = number;
        for (int digit = digits - 1; digit >= 0; digit--) {
            into[at + digit] = HEX[(int) rest & 15];
            rest >>>= 4;
        }
    }

    /** A state with rules, a leader, every counter and a full window. */
    State filled(int windowSize, Effects effects) {
        State state = new State();
        Rules first = Rules.first(42);
        Rules rules = first.withWindow(windowSize, first.windowAgeMs());
        apply(state, writer.rules(rules), effects);
        apply(state, writer.lead(1, 1, 2, -1), effects);
        while (stamped < Math.max(windowSize, expected.length)) {
            nextInTurn();
            tick(state, effects);
            for (int i = 0; i < ROUND; i++) {
                state.apply(state.nextOffset(), time, ids[i], values[i], effects);
            }
        }
        return state;
    }

    /** Lets the log clock go on to this round. */
    void tick(State state, Effects effects) {
        apply(state, tick(), effects);
    }

    /** A TICK that lets the log clock go on to this round. */
    byte[] tick() {
        return writer.tick(new Tick(1, 1, 2, time, -1, 0, 0, 0, 0));
    }

    private void apply(State state, byte[] value, Effects effects) {
        state.apply(state.nextOffset(), time, null, value, effects);
    }

    /** Fails unless every counter is what the records so far come to. */
    void verify(State state) {
        for (int key = 0; key < expected.length; key++) {
            long wanted = expected[key];
            String name = KEY_PREFIX + String.format("%0" + KEY_DIGITS + "d", key);
            state.counterRow(ascii(name), (value, version, held, confirmed) -> {
                if (value != wanted) {
                    throw new IllegalStateException("counter " + name + " is " + value + ", expected " + wanted);
                }
            });
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static int indexOf(byte[] bytes, byte[] part, int from) {
        for (int at = from; at <= bytes.length - part.length; at++) {
            if (Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
                return at;
            }
        }
        throw new IllegalStateException("the record does not hold what was put into it");
    }
}
