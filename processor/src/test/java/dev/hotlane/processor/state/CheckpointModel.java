package dev.hotlane.processor.state;

import dev.hotlane.protocol.Meta;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What MySQL would hold, fed by effects alone: counters, holds, window entries, and the meta row of one moment. */
final class CheckpointModel implements ChangeSink, HoldSink {
    private final Map<String, Reply.Counter> counters = new HashMap<>();
    private final TreeMap<Long, byte[]> open = new TreeMap<>();
    private final List<Packed> resolved = new ArrayList<>();
    private final List<Packed> entries = new ArrayList<>();
    private final HoldImage view = new HoldImage();

    private record Packed(long sequence, byte[] bytes) {}

    void follow(long sequence, Effects effects) {
        effects.forEachChange(this);
        effects.forEachHold(view, this);
        for (int i = 0; i < effects.windowEntryCount(); i++) {
            int from = effects.windowEntryOffset(i);
            byte[] entry = Arrays.copyOfRange(effects.windowEntries(), from, from + effects.windowEntryLength(i));
            entries.add(new Packed(sequence, entry));
        }
    }

    @Override
    public void opened(HoldImage hold) {
        if (!open.isEmpty() && open.lastKey() >= hold.createdSequence()) {
            throw new AssertionError("hold " + hold.createdSequence() + " came after " + open.lastKey());
        }
        open.put(hold.createdSequence(), bytes(hold));
    }

    @Override
    public void changed(HoldImage hold) {
        if (open.put(hold.createdSequence(), bytes(hold)) == null) {
            throw new AssertionError("hold " + hold.createdSequence() + " changed, but it is not open");
        }
    }

    @Override
    public void resolved(HoldImage hold) {
        if (open.remove(hold.createdSequence()) == null) {
            throw new AssertionError("hold " + hold.createdSequence() + " was resolved, but it is not open");
        }
        resolved.add(new Packed(hold.resolvedSequence(), bytes(hold)));
    }

    private static byte[] bytes(HoldImage hold) {
        return Arrays.copyOfRange(hold.bytes(), hold.start(), hold.start() + hold.length());
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
        entries.removeIf(entry -> entry.sequence() < meta.windowStart);
        resolved.removeIf(hold -> hold.sequence() < meta.resolvedStart);
        State state = new State();
        state.beginLoad(meta);
        counters.forEach((key, row) -> state.loadCounter(
                key.getBytes(StandardCharsets.UTF_8), row.value(), row.version(), row.held(), row.confirmed()));
        open.values().forEach(image -> state.loadHold(image, 0));
        resolved.forEach(hold -> state.loadHold(hold.bytes(), 0));
        entries.forEach(entry -> state.loadWindowEntry(entry.sequence(), entry.bytes(), 0, entry.bytes().length));
        long digest = state.endLoad();
        Meta loaded = new Meta();
        state.describe(loaded);
        boolean same = digest == meta.digest
                && counters.size() == meta.counters
                && open.size() == meta.holdsOpen
                && loaded.holdsOpen == meta.holdsOpen
                && loaded.holdsResolved == meta.holdsResolved
                && loaded.resolvedStart == meta.resolvedStart
                && loaded.windowStart == meta.windowStart
                && loaded.windowCount == meta.windowCount;
        if (!same) {
            throw new AssertionError("loaded " + counters.size() + " counters, " + open.size() + " open and "
                    + loaded.holdsResolved + " resolved holds, " + loaded.windowCount + " entries to digest " + digest
                    + ", expected " + meta.counters + ", " + meta.holdsOpen + ", " + meta.holdsResolved + ", "
                    + meta.windowCount + ", " + meta.digest);
        }
        return state;
    }
}
