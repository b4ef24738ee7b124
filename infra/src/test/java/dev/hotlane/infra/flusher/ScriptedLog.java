package dev.hotlane.infra.flusher;

import dev.hotlane.flusher.Cut;
import dev.hotlane.flusher.HBatching;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/**
 * A log whose every record follows from seed and offset, so that the state at any offset can be had by replay, as the
 * processor has it, without asking the flusher what it did.
 */
final class ScriptedLog {
    private static final int REMOVE_ONE_IN = 8;

    private final long seed;
    private final List<byte[]> keys;
    private final int payloadMax;
    final int window;

    ScriptedLog(long seed, int keyCount, int window, int payloadMax) {
        this.seed = seed;
        this.window = window;
        this.payloadMax = payloadMax;
        keys = keys(keyCount);
    }

    /** A replay from offset 0, to be driven forward. */
    Replay replay() {
        return new Replay();
    }

    /** The state at an offset, reached record by record. */
    final class Replay {
        final TreeMap<byte[], long[]> counters = new TreeMap<>(Arrays::compareUnsigned);
        long next;

        /** Applies records up to, and without, this offset; tells the batching of those at or above tellFrom. */
        void to(long offset, HBatching batching, long tellFrom) {
            while (next < offset) {
                apply(batching, next >= tellFrom);
            }
        }

        Cut cut() {
            Random random = new Random(seed ^ ~next);
            Cut cut = new Cut();
            cut.nextOffset = next;
            cut.sequenceBase = 1_000_000;
            cut.stateEpoch = next / 100;
            cut.leaderHigh = random.nextLong();
            cut.leaderLow = random.nextLong();
            cut.logTime = random.nextLong();
            cut.ceiling = random.nextLong();
            cut.horizon = random.nextLong();
            cut.digest = random.nextLong();
            cut.lastTickOffset = next - 1;
            cut.lastTickDigest = random.nextLong();
            cut.lastTickWallClock = random.nextLong();
            cut.windowStart = Math.max(0, next - window);
            cut.windowCount = entries(cut.windowStart, next);
            cut.counters = counters.size();
            cut.rulesVersion = random.nextInt();
            cut.rules = new byte[random.nextInt(200)];
            random.nextBytes(cut.rules);
            cut.lastLeaderEpoch = random.nextInt();
            cut.lastTimestamp = random.nextLong();
            cut.lastCrc = random.nextInt();
            return cut;
        }

        private void apply(HBatching batching, boolean tell) {
            long offset = next++;
            Random random = new Random(seed + offset * 0x9E3779B97F4A7C15L);
            byte[] key = keys.get(random.nextInt(keys.size()));
            if (random.nextInt(REMOVE_ONE_IN) == 0) {
                counters.remove(key);
                if (tell) {
                    batching.removed(key, 0, key.length, Arrays.hashCode(key));
                }
            } else {
                long[] values = {random.nextLong(), offset, random.nextLong(), random.nextLong()};
                counters.put(key, values);
                if (tell) {
                    batching.counter(
                            key, 0, key.length, Arrays.hashCode(key), values[0], values[1], values[2], values[3]);
                }
            }
            if (tell && hasEntry(offset)) {
                byte[] payload = payload(offset);
                batching.packed(offset, payload, 0, payload.length);
            }
        }
    }

    /** One record in five is no command and leaves no entry. */
    boolean hasEntry(long offset) {
        return offset % 5 != 3;
    }

    byte[] payload(long offset) {
        Random random = new Random(seed ^ offset * 31);
        byte[] payload = new byte[random.nextInt(payloadMax)];
        random.nextBytes(payload);
        return payload;
    }

    private long entries(long from, long to) {
        long count = 0;
        for (long offset = from; offset < to; offset++) {
            count += hasEntry(offset) ? 1 : 0;
        }
        return count;
    }

    /** Keys that databases like to fold, cut or misread, then plain ones. */
    private static List<byte[]> keys(int count) {
        List<byte[]> keys = new ArrayList<>();
        for (String s : new String[] {
            "sku",
            "SKU",
            "Sku",
            "cafe",
            "caf\u00e9",
            "cafe\u0301",
            "x",
            "x ",
            "x  ",
            "x\0",
            "x\0\0",
            "\0",
            " ",
            "'",
            "\"",
            "\\",
            "%",
            "_",
            "\n",
            "0x00",
            "\u00df",
            "ss",
            "\ud83d\ude00",
            "\u202e",
            "null",
            "NULL",
            "a;b--"
        }) {
            keys.add(s.getBytes(StandardCharsets.UTF_8));
        }
        keys.add(new byte[] {(byte) 0xFF, (byte) 0xFE});
        keys.add(new byte[] {(byte) 0xC3});
        byte[] longest = new byte[200];
        Arrays.fill(longest, (byte) 0x80);
        keys.add(longest);
        byte[] almost = longest.clone();
        almost[199] = (byte) 0x81;
        keys.add(almost);
        keys.add(new byte[200]);
        for (int i = keys.size(); i < count; i++) {
            keys.add(("stock:deal-2026-11:sku-" + i).getBytes(StandardCharsets.UTF_8));
        }
        return keys;
    }
}
