package dev.hotlane.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The envelope of every record value. Little-endian:
 *
 * <pre>
 *   0  2  magic 'H' 'L'
 *   2  1  frame version, 1
 *   3  1  reserved, 0
 *   4  4  CRC32C over the bytes from 8 to the end, then over the record key
 *   8  ..  SBE message header (8 bytes) and message; a reply record: see ReplyRecord
 * </pre>
 *
 * The checksum covers the record key, so an id that was exchanged under way is garbage too. Belongs to one thread.
 */
public final class Frame {
    /** Bytes before the message header. */
    public static final int HEADER_LENGTH = 8;

    /** Bytes of the SBE message header that follows. */
    public static final int MESSAGE_HEADER_LENGTH = 8;

    private static final int PREAMBLE = 'H' | 'L' << 8 | 1 << 16;
    private static final byte[] NO_KEY = {};
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final CRC32C crc = new CRC32C();

    /** Completes a frame whose message starts at {@code HEADER_LENGTH} and ends at {@code length}. */
    public void seal(byte[] value, int length, byte[] key) {
        INT.set(value, 0, PREAMBLE);
        INT.set(value, 4, checksum(value, 0, length, key));
    }

    /** Whether these bytes are an intact frame with at least a message header; never throws on any bytes. */
    public boolean intact(byte[] value, int offset, int length, byte[] key) {
        return length >= HEADER_LENGTH + MESSAGE_HEADER_LENGTH
                && (int) INT.get(value, offset) == PREAMBLE
                && (int) INT.get(value, offset + 4) == checksum(value, offset, length, key);
    }

    /** The checksum stored in a frame, for identity checks of a record; 0 if the value is too short for one. */
    public static int storedChecksum(byte[] value) {
        return value == null || value.length < HEADER_LENGTH ? 0 : (int) INT.get(value, 4);
    }

    private int checksum(byte[] value, int offset, int length, byte[] key) {
        crc.reset();
        crc.update(value, offset + HEADER_LENGTH, length - HEADER_LENGTH);
        byte[] covered = key == null ? NO_KEY : key;
        crc.update(covered, 0, covered.length);
        return (int) crc.getValue();
    }
}
