package dev.hotlane.protocol.tls;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** The few forms of DER (X.690) that keys are wrapped in. Without state. */
final class Der {
    static final int INTEGER = 0x02;
    static final int OCTETS = 0x04;
    static final int NULL = 0x05;
    static final int SEQUENCE = 0x30;

    /** The tag of parameters in an EC key. */
    static final int PARAMETERS = 0xA0;

    private static final int LONG_FORM = 0x80;

    private Der() {}

    /** An element with these contents, one after the other. */
    static byte[] element(int tag, byte[]... contents) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] content : contents) {
            joined.writeBytes(content);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        int length = joined.size();
        if (length < LONG_FORM) {
            out.write(length);
        } else {
            int bytes = (Integer.SIZE - Integer.numberOfLeadingZeros(length) + Byte.SIZE - 1) / Byte.SIZE;
            out.write(LONG_FORM | bytes);
            for (int i = bytes - 1; i >= 0; i--) {
                out.write(length >> i * Byte.SIZE);
            }
        }
        out.writeBytes(joined.toByteArray());
        return out.toByteArray();
    }

    /** The content of the first element with this tag among the elements of the buffer; null if there is none. */
    static ByteBuffer find(ByteBuffer elements, int tag) {
        ByteBuffer rest = elements.duplicate();
        while (rest.hasRemaining()) {
            int found = rest.get() & 0xFF;
            int length = length(rest);
            ByteBuffer content = rest.slice(rest.position(), length);
            if (found == tag) {
                return content;
            }
            rest.position(rest.position() + length);
        }
        return null;
    }

    private static int length(ByteBuffer in) {
        int first = in.get() & 0xFF;
        if (first < LONG_FORM) {
            return first;
        }
        int length = 0;
        for (int i = first & ~LONG_FORM; i > 0; i--) {
            length = length << Byte.SIZE | in.get() & 0xFF;
        }
        return length;
    }
}
