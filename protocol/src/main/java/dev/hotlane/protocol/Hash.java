package dev.hotlane.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * XXH64, the 64-bit hash of the xxHash specification (github.com/Cyan4973/xxHash, doc/xxhash_spec.md, v0.1.1), and a
 * mixer for longs. Part of the format: digest, window and fingerprints use it, so it never changes.
 */
public final class Hash {
    private static final long P1 = 0x9E3779B185EBCA87L;
    private static final long P2 = 0xC2B2AE3D27D4EB4FL;
    private static final long P3 = 0x165667B19E3779F9L;
    private static final long P4 = 0x85EBCA77C2B2AE63L;
    private static final long P5 = 0x27D4EB2F165667C5L;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private Hash() {}

    /** XXH64 of {@code length} bytes from {@code offset}. */
    public static long of(byte[] bytes, int offset, int length, long seed) {
        int at = offset;
        int end = offset + length;
        long hash = seed + P5;
        if (length >= 32) {
            long a = seed + P1 + P2;
            long b = seed + P2;
            long c = seed;
            long d = seed - P1;
            for (; at <= end - 32; at += 32) {
                a = round(a, (long) LONG.get(bytes, at));
                b = round(b, (long) LONG.get(bytes, at + 8));
                c = round(c, (long) LONG.get(bytes, at + 16));
                d = round(d, (long) LONG.get(bytes, at + 24));
            }
            hash = Long.rotateLeft(a, 1) + Long.rotateLeft(b, 7) + Long.rotateLeft(c, 12) + Long.rotateLeft(d, 18);
            hash = merge(merge(merge(merge(hash, a), b), c), d);
        }
        return tail(bytes, at, end, hash + length);
    }

    /** XXH64 of the eight little-endian bytes of {@code value}: a cheap step to fold a long into a hash. */
    public static long mix(long seed, long value) {
        long hash = seed + P5 + 8;
        hash = Long.rotateLeft(hash ^ round(0, value), 27) * P1 + P4;
        return avalanche(hash);
    }

    private static long tail(byte[] bytes, int from, int end, long start) {
        long hash = start;
        int at = from;
        for (; at <= end - 8; at += 8) {
            hash = Long.rotateLeft(hash ^ round(0, (long) LONG.get(bytes, at)), 27) * P1 + P4;
        }
        if (at <= end - 4) {
            hash = Long.rotateLeft(hash ^ ((int) INT.get(bytes, at) & 0xFFFFFFFFL) * P1, 23) * P2 + P3;
            at += 4;
        }
        for (; at < end; at++) {
            hash = Long.rotateLeft(hash ^ (bytes[at] & 0xFF) * P5, 11) * P1;
        }
        return avalanche(hash);
    }

    private static long round(long accumulator, long input) {
        return Long.rotateLeft(accumulator + input * P2, 31) * P1;
    }

    private static long merge(long hash, long accumulator) {
        return (hash ^ round(0, accumulator)) * P1 + P4;
    }

    private static long avalanche(long hash) {
        long h = (hash ^ hash >>> 33) * P2;
        h = (h ^ h >>> 29) * P3;
        return h ^ h >>> 32;
    }
}
