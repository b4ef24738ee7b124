package dev.hotlane.infra.verify;

import dev.hotlane.processor.state.HoldImage;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ObjLongConsumer;

/** Checks by key that the counters' held units are the sum over the open holds: none is lost or made. One thread. */
final class Conservation {
    /** Held by the counter and not yet matched by a hold; only sums other than 0 are kept. */
    private final Map<ByteBuffer, Long> unexplained = new HashMap<>();

    private final HoldImage image = new HoldImage();

    /** Adds the held units of a counter. */
    void counter(byte[] key, long held) {
        add(ByteBuffer.wrap(key), held);
    }

    /** Subtracts the quantities of an open hold's lines. */
    void hold(byte[] source, int offset) {
        image.wrap(source, offset);
        for (int i = 0; i < image.opCount(); i++) {
            if (image.isLine(i)) {
                int key = image.keyOffset(i);
                add(ByteBuffer.wrap(Arrays.copyOfRange(source, key, key + image.keyLength(i))), -image.quantity(i));
            }
        }
    }

    private void add(ByteBuffer key, long units) {
        if (units != 0) {
            unexplained.merge(key, units, (a, b) -> a + b == 0 ? null : Long.valueOf(a + b));
        }
    }

    /** Passes each key whose sums differ, and the difference, to the receiver. */
    void forEachGap(ObjLongConsumer<byte[]> receiver) {
        unexplained.forEach((key, gap) -> receiver.accept(key.array(), gap));
    }
}
