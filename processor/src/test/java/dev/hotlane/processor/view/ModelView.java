package dev.hotlane.processor.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.ViewPack;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A table that applies packs by the reader's rule, and compares itself with the truth after each. */
final class ModelView implements OwnView {
    final Map<String, List<Long>> rows = new TreeMap<>();
    final List<String> ranges = new ArrayList<>();
    long at = -1;
    long topicHash;
    int resets;

    Truth truth;

    /** While false it does not give a pack back. */
    boolean free = true;

    private final Map<Integer, ViewPack> parts = new TreeMap<>();
    private ViewPack held;

    ModelView(Truth truth) {
        this.truth = truth;
    }

    @Override
    public void row(byte[] key, int length, long value, long version, long held, long confirmed) {
        rows.put(Truth.text(key, 0, length), List.of(value, version, held, confirmed));
    }

    @Override
    public void loaded(Meta cut, long hash) {
        at = cut.sequenceBase + cut.nextOffset - 1;
        topicHash = hash;
    }

    /** Begins again with the truth as of that record. */
    void load(long sequence) {
        at = sequence;
        rows.clear();
        rows.putAll(truth.at(sequence));
        parts.clear();
    }

    @Override
    public boolean idle() {
        if (free && held != null) {
            applyNow(held);
            held = null;
        }
        return held == null;
    }

    /** Reads it only when it gives it back: until then it must not change. */
    @Override
    public void take(ViewPack pack) {
        assertThat(held).isNull();
        held = pack;
    }

    /** Whether the pack fits, if it is newer: it begins at or before the record of this view. */
    boolean fits(ViewPack pack) {
        return pack.from() <= at;
    }

    /** Applies a part by the reader's rule; false if there is a gap. */
    boolean apply(ViewPack part) {
        if (part.to() <= at) {
            return true;
        }
        if (!fits(part)) {
            return false;
        }
        if (part.part() == 0) {
            parts.clear();
        }
        parts.put(part.part(), part);
        if (parts.size() == part.parts()) {
            parts.values().forEach(this::write);
            parts.clear();
            ended(part);
        }
        return true;
    }

    private void applyNow(ViewPack pack) {
        assertThat(pack.from()).as("no gap in memory").isEqualTo(at);
        assertThat(pack.parts()).isEqualTo(1);
        write(pack);
        ended(pack);
    }

    private void write(ViewPack pack) {
        int[] count = new int[1];
        pack.forEach(new ViewPack.Sink() {
            @Override
            public void counter(byte[] key, int length, long value, long version, long held, long confirmed) {
                count[0]++;
                row(key, length, value, version, held, confirmed);
            }

            @Override
            public void removed(byte[] key, int length) {
                count[0]++;
                rows.remove(Truth.text(key, 0, length));
            }
        });
        assertThat(pack.size()).isEqualTo(count[0]);
    }

    private void ended(ViewPack pack) {
        ranges.add("(" + pack.from() + ", " + pack.to() + "]");
        resets += pack.reset() ? 1 : 0;
        assertThat(pack.reset()).as("reset of %s", ranges).isEqualTo(truth.reset(pack.from(), pack.to()));
        at = pack.to();
        assertThat(rows).as("as of %d by %s", at, ranges).isEqualTo(truth.at(at));
    }
}
