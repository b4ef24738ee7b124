package dev.hotlane.proof.gateway;

import dev.hotlane.protocol.ViewPack;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A pack of one part that a test writes. Immutable.
 *
 * @param values by key; null for a removed counter; the version is {@code to}
 */
record WrittenPack(long topicHash, long epoch, long from, long to, boolean reset, Map<String, Long> values)
        implements ViewPack {
    @Override
    public long sequenceBase() {
        return 0;
    }

    /** Each LEAD comes one million records after the one before, from the first record on. */
    @Override
    public long leadSequence() {
        return (epoch - 1) * 1_000_000 + 1;
    }

    @Override
    public long logTime() {
        return Beats.LOG_TIME;
    }

    @Override
    public int part() {
        return 0;
    }

    @Override
    public int parts() {
        return 1;
    }

    @Override
    public int size() {
        return values.size();
    }

    @Override
    public void forEach(Sink sink) {
        values.forEach((key, value) -> {
            byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
            if (value == null) {
                sink.removed(bytes, bytes.length);
            } else {
                sink.counter(bytes, bytes.length, value, to, 0, 0);
            }
        });
    }
}
