package dev.hotlane.protocol;

import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.OpKind;
import java.nio.charset.StandardCharsets;

/**
 * One op of a command as a client states it, before it is encoded. Mutable until it is encoded; belongs to one thread.
 * An argument that equals its default (an add's {@code MIN} of 0) is left out: equal ops have equal bytes and
 * fingerprints.
 */
public final class Op {
    /** Longest key in UTF-8 bytes. */
    public static final int KEY_LENGTH_MAX = 200;

    /** The largest argument number plus 1. */
    public static final int ARGS = OpTable.ARGS;

    /** Bit of {@code flags}: apply as much as the bounds allow. */
    public static final int CLAMP = 1;

    /** Bit of {@code flags}: an add without a lower bound. */
    public static final int NO_MIN = 1 << 1;

    /** Bit of {@code flags}: only if the counter is absent. */
    public static final int IF_ABSENT = 1 << 2;

    /** Bit of {@code flags}: the value of a set includes held units (available + held). */
    public static final int ON_HAND = 1 << 3;

    private final OpKind kind;
    private final byte[] key;
    private final long[] args = new long[ARGS];
    private int present;
    private int flags;

    /** An op of this kind on this key (1..200 bytes; checked when encoded). */
    public Op(OpKind kind, byte[] key) {
        this.kind = kind;
        this.key = key;
    }

    /** {@code add delta} on a key. */
    public static Op add(String key, long delta) {
        return new Op(OpKind.ADD, utf8(key)).arg(ArgName.DELTA, delta);
    }

    /** {@code set value} on a key. */
    public static Op set(String key, long value) {
        return new Op(OpKind.SET, utf8(key)).arg(ArgName.VALUE, value);
    }

    /** {@code check} on a key; add its conditions as arguments. */
    public static Op check(String key) {
        return new Op(OpKind.CHECK, utf8(key));
    }

    /** {@code remove} of a key. */
    public static Op remove(String key) {
        return new Op(OpKind.REMOVE, utf8(key));
    }

    /** Sets an argument; the last call wins. An add's {@code MIN} of 0 is its default and is left out. */
    public Op arg(ArgName name, long value) {
        int number = name.value();
        boolean isDefault = kind == OpKind.ADD && name == ArgName.MIN && value == 0;
        args[number] = value;
        present = isDefault ? present & ~(1 << number) : present | 1 << number;
        return this;
    }

    /** Sets flags. */
    public Op flags(int bits) {
        flags |= bits;
        return this;
    }

    /** The kind of the op. */
    public OpKind kind() {
        return kind;
    }

    /** The key's bytes, not copied. */
    public byte[] key() {
        return key;
    }

    /** The flags that are set. */
    public int flags() {
        return flags;
    }

    /** Bit n is set if the argument with number n is set. */
    public int present() {
        return present;
    }

    /** The argument with this number; meaningless unless present. */
    public long arg(int number) {
        return args[number];
    }

    /** Whether it can be encoded: its kind allows its flags, arguments and key. */
    boolean fits() {
        return kind != OpKind.NULL_VAL
                && OpTable.fits(kind.value(), flags, present, args, 0)
                && key.length >= 1
                && key.length <= KEY_LENGTH_MAX;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
