package dev.hotlane.processor.view;

import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.state.ChangeSink;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.RecordKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** All counters as of each record end, made from the effects of one record after the other. */
final class Truth implements ChangeSink {
    /** With more counters only record ends that may be cut are kept. */
    private static final int FEW = 100;

    private final TreeMap<Long, Map<String, List<Long>>> ends = new TreeMap<>(Map.of(-1L, Map.of()));
    private final TreeSet<Long> steppedOver = new TreeSet<>();
    private final Map<String, List<Long>> now = new TreeMap<>();

    void add(Slot slot) {
        slot.effects.forEachChange(this);
        if (slot.effects.kind() == RecordKind.SKIP && slot.effects.accepted()) {
            steppedOver.add(slot.offset);
        }
        if (slot.cuttable || now.size() < FEW) {
            ends.put(slot.offset, Map.copyOf(now));
        }
    }

    /** The counters as of that record. */
    Map<String, List<Long>> at(long sequence) {
        return ends.get(sequence);
    }

    /** The last record end at or before that sequence. */
    long endUpTo(long sequence) {
        return ends.floorKey(sequence);
    }

    /** Whether a SKIP took effect in (from, to]. */
    boolean reset(long from, long to) {
        return !steppedOver.subSet(from, false, to, true).isEmpty();
    }

    static Map<String, List<Long>> of(State state) {
        Map<String, List<Long>> rows = new TreeMap<>();
        state.rows()
                .counters((key, length, value, version, held, confirmed) ->
                        rows.put(text(key, 0, length), List.of(value, version, held, confirmed)));
        return rows;
    }

    static String text(byte[] key, int offset, int length) {
        return new String(key, offset, length, StandardCharsets.UTF_8);
    }

    @Override
    public void counter(
            byte[] key, int offset, int length, long hash, long value, long version, long held, long confirmed) {
        now.put(text(key, offset, length), List.of(value, version, held, confirmed));
    }

    @Override
    public void removed(byte[] key, int offset, int length, long hash) {
        now.remove(text(key, offset, length));
    }
}
