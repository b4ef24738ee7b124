package dev.hotlane.infra.simulation;

import dev.hotlane.infra.simulation.model.Answer;
import dev.hotlane.infra.simulation.model.LaneModel;
import dev.hotlane.infra.simulation.model.Said;
import java.util.ArrayList;
import java.util.List;

/** What the model says of every offset of the log, kept from the moment a record is appended. */
final class Truth {
    /** Just after one record. */
    record Moment(Answer answer, Said.Leader leader, long epoch, long time, long horizon, int remembered) {}

    private final LaneModel model = new LaneModel();
    private final List<Entry> records = new ArrayList<>();
    private final List<Moment> moments = new ArrayList<>();
    private LaneModel mirror = new LaneModel();

    void append(Entry entry) {
        records.add(entry);
        Answer answer = model.apply(entry.said(), entry.stamp());
        moments.add(new Moment(
                answer,
                model.leader(),
                model.epoch(),
                model.time(),
                model.horizon(),
                model.remembered().size()));
    }

    /** Just after the record at that offset. */
    Moment at(long offset) {
        return moments.get((int) offset);
    }

    Entry record(long offset) {
        return records.get((int) offset);
    }

    long end() {
        return records.size();
    }

    /** How many leaders there were. */
    long epoch() {
        return model.epoch();
    }

    /** Whether the log holds rules that no process may pass. */
    boolean hasNewerRules() {
        return records.stream().anyMatch(entry -> entry.said() instanceof Said.NewerRules);
    }

    /** The whole lane as of an offset, which may go back. */
    LaneModel asOf(long next) {
        if (mirror.next() > next) {
            mirror = new LaneModel();
        }
        while (mirror.next() < next) {
            Entry entry = records.get((int) mirror.next());
            mirror.apply(entry.said(), entry.stamp());
        }
        return mirror;
    }
}
