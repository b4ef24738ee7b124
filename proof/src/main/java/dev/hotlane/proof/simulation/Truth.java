package dev.hotlane.proof.simulation;

import dev.hotlane.proof.model.LaneChanges;
import dev.hotlane.proof.model.LaneModel;
import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.proof.model.ModelAnswer;
import dev.hotlane.proof.model.ModelAnswer.Counter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * The model's result for every offset of the log, computed when a record is appended. A SKIP that takes effect changes
 * the results from the record that it names on.
 */
final class Truth {
    /** State just after one record. */
    record Moment(
            ModelAnswer answer,
            LogEntry.Leader leader,
            long epoch,
            long time,
            long horizon,
            int remembered,
            Books books) {
        SortedMap<String, Counter> counters() {
            return books.lane().counters();
        }
    }

    /**
     * What only readers of a lane need.
     *
     * @param lane empty in a lane without views and feeds
     * @param lastTick offset of the newest TICK that counted, -1 for none
     */
    record Books(LaneChanges.Books lane, long lastTick) {
        static final Books EMPTY = new Books(LaneChanges.Books.EMPTY, -1);
    }

    private final List<Entry> records = new ArrayList<>();
    private final List<Moment> moments = new ArrayList<>();
    private final Map<Long, List<Moment>> voided = new HashMap<>();
    private final Set<Long> skipped = new HashSet<>();
    private final Set<LogEntry.Leader> speakers = new HashSet<>();
    private LaneModel model = new LaneModel(0);
    private LaneModel mirror = new LaneModel(0);
    private final boolean keepsBooks;

    /** Before the first record. */
    private final LaneChanges.Books first;

    private Books books = Books.EMPTY;
    private long passed;

    Truth(boolean keepsBooks) {
        this.keepsBooks = keepsBooks;
        first = LaneChanges.Books.EMPTY;
    }

    /** Of a log that begins with that lane, which was anchored to it. No record of it may be skipped or lost. */
    Truth(LaneModel anchored) {
        keepsBooks = true;
        model = anchored;
        first = LaneChanges.Books.EMPTY.next(anchored);
        books = new Books(first, -1);
    }

    /** True for a SKIP that takes effect. */
    boolean append(Entry entry) {
        long offset = records.size();
        records.add(entry);
        boolean changes = entry.said() instanceof LogEntry.Skip skip && takesEffect(skip.target(), offset);
        if (changes) {
            rewrite(((LogEntry.Skip) entry.said()).target(), offset);
        } else if (entry.said() instanceof LogEntry.Tick tick) {
            speakers.add(tick.leader());
            passed = tick.applied() <= offset ? Math.max(passed, tick.applied()) : passed;
        } else if (entry.said() instanceof LogEntry.Lead lead) {
            speakers.add(lead.leader());
        }
        moments.add(next());
        return changes;
    }

    private boolean takesEffect(long target, long offset) {
        return target >= passed && target < offset && !skipped.contains(target);
    }

    private void rewrite(long target, long end) {
        skipped.add(target);
        mirror = new LaneModel(0);
        model = new LaneModel(0);
        advance(model, target);
        for (long offset = target; offset < moments.size(); offset++) {
            voided.computeIfAbsent(offset, none -> new ArrayList<>()).add(at(offset));
        }
        moments.subList((int) target, moments.size()).clear();
        while (moments.size() < end) {
            moments.add(next());
        }
    }

    /** Kafka lost the records from that offset on; no SKIP is among them. */
    void truncate(long from) {
        for (long offset = from; offset < moments.size(); offset++) {
            voided.computeIfAbsent(offset, none -> new ArrayList<>()).add(at(offset));
        }
        moments.subList((int) from, moments.size()).clear();
        records.subList((int) from, records.size()).clear();
        model = new LaneModel(0);
        mirror = new LaneModel(0);
        advance(model, from);
        passed = records.stream()
                .map(Entry::said)
                .filter(LogEntry.Tick.class::isInstance)
                .mapToLong(tick -> ((LogEntry.Tick) tick).applied())
                .max()
                .orElse(0);
    }

    private Moment next() {
        ModelAnswer answer = apply(model);
        keepBooks();
        return new Moment(
                answer, model.leader(), model.epoch(), model.time(), model.horizon(), model.rememberedCount(), books);
    }

    private void keepBooks() {
        LaneChanges.Books lane = keepsBooks ? books.lane().next(model) : books.lane();
        if (lane != books.lane() || model.lastTick() != books.lastTick()) {
            books = new Books(lane, model.lastTick());
        }
    }

    private ModelAnswer apply(LaneModel lane) {
        long offset = lane.next();
        Entry entry = records.get((int) offset);
        if (skipped.contains(offset)) {
            String id = entry.said() instanceof LogEntry.Command command ? command.id() : null;
            lane.stepOver(offset, id, entry.stamp());
            return null;
        }
        return lane.apply(offset, entry.said(), entry.stamp());
    }

    private void advance(LaneModel lane, long next) {
        while (lane.next() < next) {
            apply(lane);
        }
    }

    /** State just after the record at that offset. */
    Moment at(long offset) {
        return moments.get((int) offset);
    }

    /** State just after the record at that offset, as it was before SKIPs took out that record or an earlier one. */
    List<Moment> before(long offset) {
        return voided.getOrDefault(offset, List.of());
    }

    Entry record(long offset) {
        return records.get((int) offset);
    }

    long end() {
        return records.size();
    }

    /** State epoch: the number of accepted LEADs. */
    long epoch() {
        return model.epoch();
    }

    /** The leader after the last record. */
    LogEntry.Leader leader() {
        return model.leader();
    }

    /** TICKs of the log whose digest is known to be wrong. */
    long wrongTicks() {
        return records.stream()
                .filter(entry -> entry.said() instanceof LogEntry.Tick tick && tick.wrong())
                .count();
    }

    /** Offset of the newest TICK that took effect, -1 for none. */
    long lastTick() {
        return model.lastTick();
    }

    /** The rules in force after the last record. */
    LogEntry.Numbers rules() {
        return model.rules();
    }

    /** A leader has applied all records below this offset, by its TICKs. */
    long passed() {
        return passed;
    }

    /** Whether a SKIP of that record took effect. */
    boolean skipped(long offset) {
        return skipped.contains(offset);
    }

    /** Whether the log has a LEAD or TICK of that process. */
    boolean hasHeard(LogEntry.Leader process) {
        return speakers.contains(process);
    }

    /** Whether the log has RULES that no process may pass. */
    boolean hasNewerRules() {
        return records.stream().anyMatch(entry -> entry.said() instanceof LogEntry.NewerRules);
    }

    /** What a feed of that scope must publish of a record. */
    LaneChanges.Expected published(long offset, LaneChanges scope) {
        Moment moment = at(offset);
        LaneChanges.Books before = offset == 0 ? first : at(offset - 1).books().lane();
        return scope.between(before, moment.books().lane(), record(offset).said(), moment.answer(), moment.time());
    }

    /** The whole lane as of an offset, which may be lower than that of the last call. */
    LaneModel asOf(long next) {
        if (mirror.next() > next) {
            mirror = new LaneModel(0);
        }
        advance(mirror, next);
        return mirror;
    }
}
