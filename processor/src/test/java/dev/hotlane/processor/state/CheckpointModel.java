package dev.hotlane.processor.state;

import dev.hotlane.protocol.RulesCodec;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** What MySQL would hold, fed by effects alone: counters, window entries, and the meta row of one moment. */
final class CheckpointModel implements Effects.ChangeSink {
    private final Map<String, Reply.Counter> counters = new HashMap<>();
    private final TreeMap<Long, byte[]> entries = new TreeMap<>();

    void follow(long sequence, Effects effects) {
        effects.forEachChange(this);
        if (effects.windowEntryLength() > 0) {
            entries.put(sequence, Arrays.copyOf(effects.windowEntry(), effects.windowEntryLength()));
        }
    }

    @Override
    public void counter(
            byte[] key, int at, int length, long hash, long value, long version, long held, long confirmed) {
        counters.put(text(key, at, length), new Reply.Counter(value, version, held, confirmed));
    }

    @Override
    public void removed(byte[] key, int at, int length, long hash) {
        counters.remove(text(key, at, length));
    }

    private static String text(byte[] key, int at, int length) {
        return new String(key, at, length, StandardCharsets.UTF_8);
    }

    /** Another state, loaded from this checkpoint as of {@code meta}; must come to its digest. */
    State load(Meta meta) {
        entries.headMap(meta.windowStart).clear();
        if (meta.rules != null) {
            meta.rules = RulesCodec.decode(RulesCodec.encode(meta.rules));
        }
        State state = new State();
        state.beginLoad(meta);
        counters.forEach((key, row) -> state.loadCounter(
                key.getBytes(StandardCharsets.UTF_8), row.value(), row.version(), row.held(), row.confirmed()));
        entries.forEach((sequence, payload) -> state.loadWindowEntry(sequence, payload, 0, payload.length));
        long digest = state.endLoad();
        if (digest != meta.digest || counters.size() != meta.counters || entries.size() != meta.windowCount) {
            throw new AssertionError("loaded " + counters.size() + " counters and " + entries.size()
                    + " entries to digest " + digest + ", expected " + meta.counters + ", " + meta.windowCount + ", "
                    + meta.digest);
        }
        return state;
    }
}
