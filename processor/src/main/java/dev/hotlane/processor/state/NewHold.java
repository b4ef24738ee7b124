package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.OpKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Writes the image of a hold as it is opened: {@link #begin}, {@link #op} for each op of its command, {@link #end}.
 * Owned by the state thread; allocates nothing.
 */
final class NewHold {
    private static final int ADD = OpKind.ADD.value();
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] bytes = new byte[HoldLayout.LENGTH_MAX];
    private final HoldImage image = new HoldImage();
    private CommandView command;
    private int op;
    private int written;

    /** Begins the hold of the command at hand, opened by the record of {@code sequence}, possibly an earlier one. */
    void begin(CommandContext at, long sequence, long createdAt) {
        command = at.command;
        op = 0;
        Arrays.fill(bytes, 0, HoldLayout.NAMES, (byte) 0);
        LONG.set(bytes, 0, command.id().hi());
        LONG.set(bytes, 8, command.id().lo());
        LONG.set(bytes, HoldLayout.FINGERPRINT, at.fingerprint);
        LONG.set(bytes, HoldLayout.CREATED_SEQUENCE, sequence);
        LONG.set(bytes, HoldLayout.CREATED_AT, createdAt);
        long expiresAt = later(createdAt, command.ttlMs());
        LONG.set(bytes, HoldLayout.EXPIRES_AT, expiresAt);
        LONG.set(bytes, HoldLayout.FIRST_EXPIRES_AT, expiresAt);
        bytes[HoldLayout.STATE] = (byte) HoldState.HELD.value();
        int tenantLength = command.id().tenantLength();
        int idOffset = command.id().idOffset();
        int idLength = at.recordKey.length - idOffset;
        bytes[HoldLayout.ID_LENGTH] = (byte) idLength;
        bytes[HoldLayout.OWNER_LENGTH] = (byte) command.ownerLength();
        bytes[HoldLayout.OP_COUNT] = (byte) command.opCount();
        bytes[HoldLayout.TENANT_LENGTH] = (byte) tenantLength;
        written = HoldLayout.NAMES;
        if (tenantLength > 0) {
            LONG.set(bytes, written, command.id().tenant());
            written += Long.BYTES;
            text(at.recordKey, 0, tenantLength);
        }
        text(at.recordKey, idOffset, idLength);
        text(command.bytes(), command.ownerOffset(), command.ownerLength());
    }

    /** Bytes of the image of the hold that a command opens. */
    static int length(CommandContext at) {
        CommandView command = at.command;
        int idLength = at.recordKey.length - command.id().idOffset();
        int length = HoldLayout.NAMES
                + HoldLayout.lengthOfTenant(command.id().tenantLength())
                + HoldLayout.padded(idLength)
                + HoldLayout.padded(command.ownerLength());
        for (int i = command.opCount() - 1; i >= 0; i--) {
            length += HoldLayout.OP_HEADER + (command.opKind(i) == ADD ? HoldLayout.padded(command.keyLength(i)) : 0);
        }
        return length;
    }

    /** {@code time} plus the duration; at most Long.MAX_VALUE. */
    static long later(long time, long ttlMs) {
        return time > Long.MAX_VALUE - ttlMs ? Long.MAX_VALUE : time + ttlMs;
    }

    /** Writes the value before and after the next op of the command; {@code fresh} if its counter was absent before. */
    void op(long previous, long value, long version, boolean fresh) {
        boolean line = command.opKind(op) == ADD;
        int keyLength = line ? command.keyLength(op) : 0;
        int kind = line ? fresh ? HoldLayout.FRESH_LINE : HoldLayout.LINE : 0;
        LONG.set(bytes, written, kind | (long) keyLength << 8);
        LONG.set(bytes, written + 8, line ? previous - value : previous);
        LONG.set(bytes, written + 16, value);
        LONG.set(bytes, written + 24, line ? 0 : version);
        written += HoldLayout.OP_HEADER;
        text(command.bytes(), command.keyOffset(op), keyLength);
        op++;
    }

    private void text(byte[] source, int offset, int length) {
        int end = written + HoldLayout.padded(length);
        if (length > 0) {
            LONG.set(bytes, end - Long.BYTES, 0L);
            System.arraycopy(source, offset, bytes, written, length);
        }
        written = end;
    }

    /** Returns the hold; valid until the next {@link #begin}. */
    HoldImage end() {
        return image.wrap(bytes, 0);
    }
}
