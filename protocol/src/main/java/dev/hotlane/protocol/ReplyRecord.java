package dev.hotlane.protocol;

import dev.hotlane.protocol.sbe.BeatDecoder;
import dev.hotlane.protocol.sbe.BeatEncoder;
import dev.hotlane.protocol.sbe.HaltedDecoder;
import dev.hotlane.protocol.sbe.HaltedEncoder;
import dev.hotlane.protocol.sbe.MessageHeaderDecoder;
import dev.hotlane.protocol.sbe.MessageHeaderEncoder;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A record of the reply topic: a frame (see {@link Frame}, without a record key), then one or more entries. Each entry
 * is a length (int32, little-endian) and a message (header and Reply or Beat) of that length. Packers and unpackers
 * each belong to one thread.
 */
public final class ReplyRecord {
    /** Largest record value of a packer in bytes, unless a single reply is larger. */
    public static final int LENGTH_MAX = 64 * 1024;

    private static final int LENGTH_PREFIX = 4;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private ReplyRecord() {}

    /** Packs replies of one ring batch for one gateway partition. */
    public static final class Packer {
        private final Frame frame = new Frame();
        private byte[] bytes = new byte[4 * 1024];
        private int length = Frame.HEADER_LENGTH;

        /** Whether a message of this length still fits; an empty packer takes any. */
        public boolean fits(int messageLength) {
            return isEmpty() || length + LENGTH_PREFIX + messageLength <= LENGTH_MAX;
        }

        /** Whether nothing was added since {@link #seal}. */
        public boolean isEmpty() {
            return length == Frame.HEADER_LENGTH;
        }

        /** Appends a message (header and body). */
        public void add(byte[] message, int offset, int messageLength) {
            int end = length + LENGTH_PREFIX + messageLength;
            if (end > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(end, bytes.length * 2));
            }
            INT.set(bytes, length, messageLength);
            System.arraycopy(message, offset, bytes, length + LENGTH_PREFIX, messageLength);
            length = end;
        }

        /** Returns the finished record value and empties the packer. */
        public byte[] seal() {
            byte[] value = Arrays.copyOf(bytes, length);
            frame.seal(value, length, null);
            length = Frame.HEADER_LENGTH;
            return value;
        }
    }

    /** Receives the entries of a record; the decoders are valid during the call only. */
    public interface Receiver {
        /** One reply. */
        void onReply(ReplyDecoder reply);

        /** The leader's sign of life. */
        void onBeat(Beat beat);

        /** A leader that answers in memory halted: it answered no record from {@code offset} on. */
        default void onHalted(long leaderHi, long leaderLo, long offset) {}
    }

    /** Unpacks records. */
    public static final class Unpacker {
        private final Frame frame = new Frame();
        private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[0]);
        private final MessageHeaderDecoder header = new MessageHeaderDecoder();
        private final ReplyDecoder reply = new ReplyDecoder();
        private final BeatDecoder beat = new BeatDecoder();
        private final HaltedDecoder halted = new HaltedDecoder();

        /**
         * Passes each entry to the receiver, checked to its end. Returns false, possibly after some entries, if the
         * record is damaged. Throws only exceptions of the receiver. Skips messages of unknown kinds.
         */
        public boolean unpack(byte[] value, Receiver receiver) {
            if (value == null || !frame.intact(value, 0, value.length, null)) {
                return false;
            }
            int at = Frame.HEADER_LENGTH;
            while (at < value.length) {
                int rest = value.length - at - LENGTH_PREFIX;
                int length = rest < 0 ? -1 : (int) INT.get(value, at);
                if (length < Frame.MESSAGE_HEADER_LENGTH || length > rest) {
                    return false;
                }
                buffer.wrap(value, at + LENGTH_PREFIX, length);
                if (!dispatch(length, receiver)) {
                    return false;
                }
                at += LENGTH_PREFIX + length;
            }
            return true;
        }

        private boolean dispatch(int length, Receiver receiver) {
            header.wrap(buffer, 0);
            if (header.schemaId() != MessageHeaderDecoder.SCHEMA_ID || header.version() < 1) {
                return false;
            }
            if (header.templateId() == ReplyDecoder.TEMPLATE_ID) {
                reply.wrap(buffer, Frame.MESSAGE_HEADER_LENGTH, header.blockLength(), header.version());
                if (!ReplyCheck.whole(reply, header.blockLength(), length)) {
                    return false;
                }
                receiver.onReply(reply);
            } else if (header.templateId() == BeatDecoder.TEMPLATE_ID) {
                if (!isWhole(length, BeatDecoder.BLOCK_LENGTH)) {
                    return false;
                }
                beat.wrap(buffer, Frame.MESSAGE_HEADER_LENGTH, header.blockLength(), header.version());
                receiver.onBeat(Beat.read(beat));
            } else if (header.templateId() == HaltedDecoder.TEMPLATE_ID) {
                if (!isWhole(length, HaltedDecoder.BLOCK_LENGTH)) {
                    return false;
                }
                halted.wrap(buffer, Frame.MESSAGE_HEADER_LENGTH, header.blockLength(), header.version());
                receiver.onHalted(halted.leaderHi(), halted.leaderLo(), halted.haltedOffset());
            }
            return true;
        }

        /** A message of one block: its exact length in a known version; a newer version may have appended fields. */
        private boolean isWhole(int length, int known) {
            boolean newer = header.version() > MessageHeaderDecoder.SCHEMA_VERSION;
            int rest = length - Frame.MESSAGE_HEADER_LENGTH - header.blockLength();
            int appended = header.blockLength() - known;
            return rest >= 0 && appended >= 0 && (newer || rest == 0 && appended == 0);
        }
    }

    /** Whether a Reply message (with its header, from index 0) is addressed to this gateway incarnation. */
    public static boolean isTo(byte[] message, long gatewayHi, long gatewayLo) {
        int block = Frame.MESSAGE_HEADER_LENGTH;
        return (long) LONG.get(message, block + ReplyDecoder.gatewayHiEncodingOffset()) == gatewayHi
                && (long) LONG.get(message, block + ReplyDecoder.gatewayLoEncodingOffset()) == gatewayLo;
    }

    /** A Beat as a message (header and body), ready for a packer. */
    public static byte[] message(Beat beat) {
        byte[] bytes = new byte[Frame.MESSAGE_HEADER_LENGTH + BeatEncoder.BLOCK_LENGTH];
        beat.write(new BeatEncoder().wrapAndApplyHeader(new UnsafeBuffer(bytes), 0, new MessageHeaderEncoder()));
        return bytes;
    }

    /** A record value with one message: this leader answered no record from {@code offset} on. */
    public static byte[] halted(long leaderHi, long leaderLo, long offset) {
        byte[] bytes = new byte[Frame.MESSAGE_HEADER_LENGTH + HaltedEncoder.BLOCK_LENGTH];
        new HaltedEncoder()
                .wrapAndApplyHeader(new UnsafeBuffer(bytes), 0, new MessageHeaderEncoder())
                .leaderHi(leaderHi)
                .leaderLo(leaderLo)
                .haltedOffset(offset);
        Packer packer = new Packer();
        packer.add(bytes, 0, bytes.length);
        return packer.seal();
    }
}
