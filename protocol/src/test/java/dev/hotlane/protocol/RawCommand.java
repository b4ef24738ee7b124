package dev.hotlane.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Writes commands byte by byte, straight from docs/format.md and without the generated codecs: what a client in another
 * language would do, and what a client should not do.
 */
final class RawCommand {
    private final ByteBuffer out = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
    int block = 36;
    int version = 1;
    int kind = 1;
    int hold;
    long ttlMs;
    int opBlock = 2;
    int argBlock = 9;
    byte[] target = {};
    byte[] owner = {};
    byte[] principal = {};
    byte[] traceparent = {};
    private int ops;
    private int argsAt;

    RawCommand() {
        out.position(16 + block + 2);
    }

    RawCommand op(int opKind, int flags) {
        endOp("k");
        ops++;
        out.put((byte) opKind).put((byte) flags);
        argsAt = out.position();
        out.put((byte) argBlock).put((byte) 0);
        return this;
    }

    RawCommand arg(int name, long value) {
        out.put((byte) name).putLong(value);
        out.put(argsAt + 1, (byte) (out.get(argsAt + 1) + 1));
        return this;
    }

    RawCommand key(String text) {
        endOp(text);
        return this;
    }

    private void endOp(String key) {
        if (argsAt > 0) {
            bytes(key.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            argsAt = 0;
        }
    }

    byte[] sealed(byte[] id) {
        endOp("k");
        bytes(target);
        bytes(owner);
        bytes(principal);
        bytes(traceparent);
        int length = out.position();
        out.putShort(8, (short) block)
                .putShort(10, (short) 1)
                .putShort(12, (short) 7701)
                .putShort(14, (short) version);
        out.putLong(16, 1).putLong(24, 2).putLong(32, 3).putShort(40, (short) 0);
        out.put(42, (byte) kind).put(43, (byte) hold).putLong(44, ttlMs);
        out.put(52, (byte) opBlock).put(53, (byte) ops);
        byte[] value = Arrays.copyOf(out.array(), length);
        new Frame().seal(value, length, id);
        return value;
    }

    private void bytes(byte[] text) {
        out.put((byte) text.length).put(text);
    }
}
