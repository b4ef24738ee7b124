package dev.hotlane.protocol;

import dev.hotlane.protocol.sbe.BeatDecoder;
import dev.hotlane.protocol.sbe.BeatEncoder;
import dev.hotlane.protocol.sbe.MessageHeaderDecoder;
import dev.hotlane.protocol.sbe.MessageHeaderEncoder;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A record of the reply topic: a frame (see {@link Frame}, without a record key), then one or more entries, each a
 * length (int32, little-endian) and a message (header and Reply or Beat) of that length. Little objects that pack and
 * unpack it; each belongs to one thread.
 */
public final class ReplyRecord {
    /** Largest record value a packer makes, unless one reply alone is larger. */
    public static final int LENGTH_MAX = 64 * 1024;

    private static final int LENGTH_PREFIX = 4;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private ReplyRecord() {}

    /** Packs replies of one ring batch for one gateway partition. */
    public static final class Packer {
        private final Frame frame = new Frame();
        private byte[] bytes = new byte[4 * 1024];
        private int length = Frame.HEADER_LENGTH;

        /** Whether a message of that length still fits; an empty packer takes any. */
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

        /** Gives the finished record value and starts anew. */
        public byte[] seal() {
            byte[] value = Arrays.copyOf(bytes, length);
            frame.seal(value, length, null);
            length = Frame.HEADER_LENGTH;
            return value;
        }
    }

    /** Receives what a record holds; the decoders are valid during the call only. */
    public interface Receiver {
        /** One reply. */
        void onReply(ReplyDecoder reply);

        /** The leader's sign of life. */
        void onBeat(Beat beat);
    }

    /** Unpacks records. */
    public static final class Unpacker {
        private final Frame frame = new Frame();
        private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[0]);
        private final MessageHeaderDecoder header = new MessageHeaderDecoder();
        private final ReplyDecoder reply = new ReplyDecoder();
        private final BeatDecoder beat = new BeatDecoder();

        /** Hands each entry to the receiver; false, possibly after some, if the record is damaged. Never throws. */
        public boolean unpack(byte[] value, Receiver receiver) {
            if (value == null || !frame.intact(value, 0, value.length, null)) {
                return false;
            }
            buffer.wrap(value);
            int at = Frame.HEADER_LENGTH;
            while (at + LENGTH_PREFIX <= value.length) {
                int length = (int) INT.get(value, at);
                at += LENGTH_PREFIX;
                if (length < Frame.MESSAGE_HEADER_LENGTH || length > value.length - at) {
                    return false;
                }
                try {
                    dispatch(at, receiver);
                } catch (IndexOutOfBoundsException runsPastTheEnd) {
                    return false;
                }
                at += length;
            }
            return at == value.length;
        }

        private void dispatch(int at, Receiver receiver) {
            header.wrap(buffer, at);
            int message = at + Frame.MESSAGE_HEADER_LENGTH;
            if (header.templateId() == ReplyDecoder.TEMPLATE_ID) {
                receiver.onReply(reply.wrap(buffer, message, header.blockLength(), header.version()));
            } else if (header.templateId() == BeatDecoder.TEMPLATE_ID) {
                receiver.onBeat(Beat.read(beat.wrap(buffer, message, header.blockLength(), header.version())));
            }
        }
    }

    /** A Beat as a message (header and body), ready for a packer. */
    public static byte[] message(Beat beat) {
        byte[] bytes = new byte[Frame.MESSAGE_HEADER_LENGTH + BeatEncoder.BLOCK_LENGTH];
        beat.write(new BeatEncoder().wrapAndApplyHeader(new UnsafeBuffer(bytes), 0, new MessageHeaderEncoder()));
        return bytes;
    }
}
