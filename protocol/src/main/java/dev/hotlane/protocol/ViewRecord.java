package dev.hotlane.protocol;

import dev.hotlane.protocol.sbe.MessageHeaderDecoder;
import dev.hotlane.protocol.sbe.ViewDecoder;
import java.nio.charset.StandardCharsets;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads one record of the view topic in place. {@link #wrap} checks it to its end; the accessors return parts of the
 * last wrapped record. Belongs to one thread.
 */
public final class ViewRecord implements ViewPack {
    private static final byte[] NOTHING = {};
    private static final int MESSAGE = Frame.HEADER_LENGTH + Frame.MESSAGE_HEADER_LENGTH;

    private final Frame frame = new Frame();
    private final UnsafeBuffer buffer = new UnsafeBuffer(NOTHING);
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final ViewDecoder view = new ViewDecoder();
    private final byte[] key = new byte[Op.KEY_LENGTH_MAX];
    private int size;

    /** A reader without a record. */
    public ViewRecord() {}

    /** What packs name a command topic by: XXH64, seed 0, of the text of its id. */
    public static long topicHash(String topicId) {
        byte[] text = topicId.getBytes(StandardCharsets.UTF_8);
        return Hash.of(text, 0, text.length, 0);
    }

    /** Whether a record value has the message id of a View; checks nothing else. */
    public static boolean mayBe(byte[] value) {
        return value != null
                && value.length >= MESSAGE
                && ((value[Frame.HEADER_LENGTH + 2] & 0xFF) | (value[Frame.HEADER_LENGTH + 3] & 0xFF) << 8)
                        == ViewDecoder.TEMPLATE_ID;
    }

    /**
     * Points this reader at a record value, which must not change while the reader is in use.
     *
     * @throws IllegalArgumentException if it is no whole View in an intact frame, with the reason
     */
    public ViewRecord wrap(byte[] value) {
        require(value != null, "no value");
        require(frame.intact(value, 0, value.length, null), "not an intact frame");
        buffer.wrap(value);
        header.wrap(buffer, Frame.HEADER_LENGTH);
        require(header.schemaId() == MessageHeaderDecoder.SCHEMA_ID, "schema " + header.schemaId());
        require(header.templateId() == ViewDecoder.TEMPLATE_ID, "message " + header.templateId());
        int version = header.version();
        boolean newer = version > MessageHeaderDecoder.SCHEMA_VERSION;
        int block = header.blockLength();
        require(version >= 1 && fits(block, ViewDecoder.BLOCK_LENGTH, newer), "block of " + block + " bytes");
        require(value.length - MESSAGE >= block, "cut off within its block");
        view.wrap(buffer, MESSAGE, block, version);
        try {
            checkCounters(newer);
        } catch (IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("not a record of a view: cut off within its counters", e);
        }
        int behind = value.length - view.limit();
        require(behind >= 0, "cut off within its counters");
        require(newer || behind == 0, behind + " bytes behind its end");
        require(view.parts() >= 1 && view.part() < view.parts(), "part " + view.part() + " of " + view.parts());
        require(view.from() <= view.to(), "from " + view.from() + " to " + view.to());
        require(view.reset() <= 1, "reset " + view.reset());
        return this;
    }

    private void checkCounters(boolean newer) {
        ViewDecoder.CountersDecoder counters = view.counters();
        size = counters.count();
        int block = counters.actingBlockLength();
        require(fits(block, ViewDecoder.CountersDecoder.sbeBlockLength(), newer), "counters of " + block + " bytes");
        while (counters.hasNext()) {
            short removed = counters.next().removed();
            int length = counters.keyLength();
            require(removed <= 1, "removed " + removed);
            require(length >= 1 && length <= key.length, "a key of " + length + " bytes");
            counters.skipKey();
        }
    }

    private static boolean fits(int block, int known, boolean newer) {
        return newer ? block >= known : block == known;
    }

    private static void require(boolean ok, String found) {
        if (!ok) {
            throw new IllegalArgumentException("not a record of a view: " + found);
        }
    }

    @Override
    public long topicHash() {
        return view.topicHash();
    }

    @Override
    public long sequenceBase() {
        return view.sequenceBase();
    }

    @Override
    public long epoch() {
        return view.epoch();
    }

    @Override
    public long leadSequence() {
        return view.leadSequence();
    }

    @Override
    public long from() {
        return view.from();
    }

    @Override
    public long to() {
        return view.to();
    }

    @Override
    public long logTime() {
        return view.logTime();
    }

    @Override
    public int part() {
        return view.part();
    }

    @Override
    public int parts() {
        return view.parts();
    }

    @Override
    public boolean reset() {
        return view.reset() == 1;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void forEach(Sink sink) {
        view.sbeRewind();
        ViewDecoder.CountersDecoder counters = view.counters();
        while (counters.hasNext()) {
            counters.next();
            int length = counters.keyLength();
            counters.getKey(key, 0, length);
            if (counters.removed() == 1) {
                sink.removed(key, length);
            } else {
                sink.counter(key, length, counters.value(), counters.version(), counters.held(), counters.confirmed());
            }
        }
    }
}
