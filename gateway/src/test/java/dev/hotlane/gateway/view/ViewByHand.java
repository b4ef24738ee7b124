package dev.hotlane.gateway.view;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** A view whose changes a test makes, on its own thread. */
public final class ViewByHand {
    public final ViewTable table = new ViewTable();

    /** Takes the counters of a checkpoint. */
    public interface Rows {
        void add(String key, long value, long version, long held, long confirmed);
    }

    public void load(long to, long logTime, Consumer<Rows> counters) {
        ViewRows rows = new ViewRows();
        counters.accept((key, value, version, held, confirmed) -> {
            byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
            rows.add(bytes, bytes.length, value, version, held, confirmed);
        });
        table.publish(rows, new ViewCut(ScriptedPack.TOPIC, 0, 1, ViewCut.UNKNOWN, to, logTime));
    }

    public void apply(ScriptedPack pack) {
        table.apply(List.of(pack));
    }

    public void drop() {
        table.drop();
    }

    /** What the thread of a view does between two packs; returns whether there is more. */
    public boolean between() {
        return table.between();
    }
}
