package dev.hotlane.protocol;

import dev.hotlane.protocol.sbe.MessageHeaderEncoder;
import dev.hotlane.protocol.sbe.ViewEncoder;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/** Encodes a part of a pack as a record of the view topic: a frame with one View message. Belongs to one thread. */
public final class ViewWriter {
    /** Largest record value in bytes. */
    public static final int LENGTH_MAX = 512 * 1024;

    /** Largest number of counters of a record. */
    private static final int COUNTERS_MAX = 65_534;

    private final Frame frame = new Frame();
    private final byte[] bytes = new byte[LENGTH_MAX];
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final ViewEncoder view = new ViewEncoder();
    private final Counters sink = new Counters();

    /** Returns the record value; throws IllegalArgumentException if the part does not fit one record. */
    public byte[] record(ViewPack part) {
        view.wrapAndApplyHeader(buffer, Frame.HEADER_LENGTH, header);
        view.topicHash(part.topicHash())
                .sequenceBase(part.sequenceBase())
                .epoch(part.epoch())
                .leadSequence(part.leadSequence())
                .from(part.from())
                .to(part.to())
                .logTime(part.logTime())
                .part(part.part())
                .parts(part.parts())
                .reset((short) (part.reset() ? 1 : 0));
        try {
            sink.group = view.countersCount(COUNTERS_MAX);
            part.forEach(sink);
            sink.group.resetCountToIndex();
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalArgumentException(
                    "a part of " + part.size() + " counters does not fit a record of " + LENGTH_MAX + " bytes", e);
        }
        byte[] value = Arrays.copyOf(bytes, view.limit());
        frame.seal(value, value.length, null);
        return value;
    }

    /** Appends counters to the group. */
    private static final class Counters implements ViewPack.Sink {
        private ViewEncoder.CountersEncoder group;

        @Override
        public void counter(byte[] key, int length, long value, long version, long held, long confirmed) {
            next(value, version, held, confirmed).removed((short) 0).putKey(key, 0, length);
        }

        @Override
        public void removed(byte[] key, int length) {
            next(0, 0, 0, 0).removed((short) 1).putKey(key, 0, length);
        }

        private ViewEncoder.CountersEncoder next(long value, long version, long held, long confirmed) {
            return group.next().value(value).version(version).held(held).confirmed(confirmed);
        }
    }
}
