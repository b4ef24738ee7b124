package dev.hotlane.proof.history.check;

import dev.hotlane.proof.history.check.CheckFindings.Kind;
import dev.hotlane.proof.history.replay.LaneReplay;
import dev.hotlane.proof.history.replay.TableRow;
import dev.hotlane.proof.model.ModelAnswer.Counter;
import dev.hotlane.proof.model.ModelAnswer.Hold;
import dev.hotlane.proof.model.ModelIds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A lane's tables in MySQL at one moment. Immutable once read. */
final class DumpedTables {
    private final Map<String, Counter> counters = new HashMap<>();
    private final Map<Long, TableRow> holds = new TreeMap<>();
    private TableRow meta;

    static DumpedTables read(Path file) throws IOException {
        DumpedTables tables = new DumpedTables();
        Lines.each(file, (row, line) -> tables.add(row));
        if (tables.meta == null) {
            throw new IllegalArgumentException(file + " has no row of hl_meta: dump a lane that has flushed");
        }
        return tables;
    }

    private void add(TableRow row) {
        switch (row.word("table")) {
            case "hl_meta" -> meta = row;
            case "hl_counter" -> counters.put(row.text("k"), counter(row));
            case "hl_hold" -> holds.put(row.number("sequence"), row);
            default -> {
                // Packed rows: their numbers are in the meta row.
            }
        }
    }

    private static Counter counter(TableRow row) {
        return new Counter(row.number("value"), row.number("version"), row.number("held"), row.number("confirmed"));
    }

    /** Sequence of offset 0. */
    long base() {
        return meta.number("sequence_base");
    }

    /** Offset after the last record that the tables include. */
    long nextOffset() {
        return meta.number("next_offset");
    }

    Map<String, Counter> counters() {
        return counters;
    }

    void compare(LaneReplay lane, CheckFindings findings) {
        lane.meta().fields().forEach((column, value) -> {
            if (!value.toString().equals(meta.text(column))) {
                findings.add(Kind.TABLES, column + " is " + meta.text(column) + ", the log gives " + value);
            }
        });
        Map<String, Counter> expected = lane.lane().counters();
        Set<String> keys = new HashSet<>(expected.keySet());
        keys.addAll(counters.keySet());
        for (String key : keys) {
            Counter found = counters.getOrDefault(key, Counter.ABSENT);
            Counter wanted = expected.getOrDefault(key, Counter.ABSENT);
            if (!found.equals(wanted)) {
                findings.add(Kind.TABLES, "counter " + key + " is " + found + ", the log gives " + wanted);
            }
        }
        compareHolds(lane, findings);
    }

    private void compareHolds(LaneReplay lane, CheckFindings findings) {
        Map<Long, TableRow> unexpected = new TreeMap<>(holds);
        for (Hold hold : lane.lane().openHolds()) {
            TableRow row = unexpected.remove(hold.created());
            boolean same = row != null
                    && row.number("created_at") == hold.createdAt()
                    && row.number("expires_at") == hold.expiresAt()
                    && row.text("id").equals(hold.id())
                    && row.text("owner").equals(hold.owner())
                    && row.text("tenant").equals(ModelIds.tenant(lane.lane().holdKey(hold.created())));
            if (!same) {
                findings.add(Kind.TABLES, "open hold is " + row + ", the log gives " + hold);
            }
        }
        unexpected.values().forEach(row -> findings.add(Kind.TABLES, "open hold " + row + " is none by the log"));
    }
}
