package dev.hotlane.infra.verify;

import dev.hotlane.processor.state.HoldImage;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ObjLongConsumer;

/** Whether what the counters hold is the sum over the open holds, key by key: no unit is lost, none is made. One thread. */
final class Conservation {
    /** Held by the counter and not yet explained by a hold; only what differs from 0 is kept. */
    private final Map<ByteBuffer, Long> unexplained = new HashMap<>();

    private final HoldImage image = new HoldImage();

    /** A counter holds that number of units. */
    void counter(byte[] key, long held) {
        add(ByteBuffer.wrap(key), held);
    }

    /** An open hold holds what its lines say. */
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

    /** Names each key whose sums differ, and by how much. */
    void forEachGap(ObjLongConsumer<byte[]> receiver) {
        unexplained.forEach((key, gap) -> receiver.accept(key.array(), gap));
    }
}
