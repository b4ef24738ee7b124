package dev.hotlane.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Spoils records in the ways that a network, a disk, a bug or an enemy does. */
final class Mutations {
    private static final int[] LIES = {0, 1, 2, 7, 8, 9, 36, 64, 127, 128, 200, 201, 254, 255};
    private static final int WIDE_LIES = 5;

    private final Random random;
    private final List<byte[]> samples;

    Mutations(Random random, List<byte[]> samples) {
        this.random = random;
        this.samples = samples;
    }

    byte[] next() {
        byte[] value = pick().clone();
        for (int steps = 1 + random.nextInt(3); steps > 0; steps--) {
            value = spoil(value);
        }
        return value;
    }

    private byte[] spoil(byte[] value) {
        if (value.length == 0) {
            return new byte[random.nextInt(40)];
        }
        switch (random.nextInt(9)) {
            case 0:
                return Arrays.copyOf(value, random.nextInt(value.length));
            case 1:
                return Arrays.copyOf(value, value.length + 1 + random.nextInt(40));
            case 2:
                return splice(value, pick());
            case 3:
                byte[] noise = new byte[random.nextInt(300)];
                random.nextBytes(noise);
                return random.nextInt(20) == 0 ? noise : splice(value, noise);
            case 4:
                return lieWide(value);
            case 5, 6:
                value[random.nextInt(value.length)] = (byte) LIES[random.nextInt(LIES.length)];
                return value;
            case 7:
                value[random.nextInt(value.length)] = (byte) random.nextInt();
                return value;
            default:
                value[random.nextInt(value.length)] ^= (byte) (1 << random.nextInt(8));
                return value;
        }
    }

    private byte[] splice(byte[] head, byte[] tail) {
        int keep = random.nextInt(head.length + 1);
        int from = random.nextInt(tail.length + 1);
        byte[] joined = Arrays.copyOf(head, keep + tail.length - from);
        System.arraycopy(tail, from, joined, keep, tail.length - from);
        return joined;
    }

    /** A length of 16, 32 or 64 bits that says too much, too little, or less than nothing. */
    private byte[] lieWide(byte[] value) {
        if (value.length < 8) {
            return value;
        }
        ByteBuffer out = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
        int at = random.nextInt(value.length - 7);
        switch (random.nextInt(WIDE_LIES)) {
            case 0 -> out.putShort(at, (short) random.nextInt());
            case 1 -> out.putShort(at, (short) -1);
            case 2 -> out.putInt(at, random.nextInt(1000) - 500);
            case 3 -> out.putInt(at, Integer.MAX_VALUE - random.nextInt(20));
            default -> out.putLong(at, Long.MIN_VALUE);
        }
        return value;
    }

    private byte[] pick() {
        return samples.get(random.nextInt(samples.size()));
    }
}
