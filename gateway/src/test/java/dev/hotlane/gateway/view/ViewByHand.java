package dev.hotlane.gateway.view;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** A view that a test fills, on its own thread in place of view-table. */
public final class ViewByHand {
    public final ViewTable table = new ViewTable();

    /** Takes the counters of a checkpoint. */
    public interface Rows {
        void add(String key, long value, long version, long held, long confirmed);
    }

    /** Loads what {@code rows} adds, as of this sequence of the usual topic. */
    public void load(long to, long logTime, Consumer<Rows> rows) {
        load(ScriptedPack.TOPIC, to, logTime, rows);
    }

    /** Loads what {@code rows} adds, as of this sequence. */
    public void load(long topic, long to, long logTime, Consumer<Rows> rows) {
        ViewRows collected = new ViewRows();
        rows.accept((key, value, version, held, confirmed) -> {
            byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
            collected.add(bytes, bytes.length, value, version, held, confirmed);
        });
        table.publish(collected, new ViewCut(topic, 0, 1, ViewCut.UNKNOWN, to, logTime));
    }

    /** Applies a pack. */
    public void apply(ScriptedPack pack) {
        table.apply(List.of(pack));
    }

    /** Drops all counters. */
    public void drop() {
        table.drop();
    }

    /** Does what followers do between two packs; returns whether there is more. */
    public boolean between() {
        return table.between();
    }
}
