package dev.hotlane.proof.simulation;

import static dev.hotlane.proof.simulation.Violation.require;

import dev.hotlane.proof.model.LaneChanges;
import dev.hotlane.proof.model.LaneChanges.Expected;
import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.proof.model.ModelAnswer.Counter;
import dev.hotlane.proof.simulation.SimTransactions.Sent;
import dev.hotlane.protocol.feed.FeedProgress;
import dev.hotlane.protocol.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Looks at each transaction of a feed as it is committed, and at each deletion of the log. */
final class FeedChecks {
    private final World world;
    private final LaneChanges scope;
    private final Map<String, Counter> table = new TreeMap<>();
    private FeedProgress position;
    private boolean filesLost;
    private boolean beginAway;

    FeedChecks(World world, FeedForm form) {
        this.world = world;
        scope = new LaneChanges(form.scope.prefixes(), form.scope.buckets());
    }

    /** The last committed position, null for none. */
    FeedProgress position() {
        return position;
    }

    /** The last sequence that is published, -1 for none. */
    long upTo() {
        return position == null ? -1 : position.upTo();
    }

    /** A feed lost state files, so it may publish a gap. */
    void filesLost() {
        filesLost = true;
    }

    /**
     * The begin of the log, which only MySQL has, can't be read for a while. From the first such time on a feed whose files do
     * not do may publish a gap.
     */
    void beginAway() {
        beginAway = true;
    }

    /** A transaction was committed. */
    void committed(List<Sent> records) {
        List<Sent> changes = of(records, SimTransactions.CHANGES);
        List<Sent> counters = of(records, SimTransactions.COUNTERS);
        List<Sent> positions = of(records, SimTransactions.PROGRESS);
        world.tally.count("feed transactions");
        for (Sent sent : counters) {
            counter(sent);
        }
        if (positions.isEmpty()) {
            require(
                    position == null && changes.isEmpty(),
                    "F1",
                    () -> "a transaction has no position, and " + changes.size() + " changes");
            return;
        }
        FeedProgress next = FeedProgress.of(positions.get(0).record().value());
        require(positions.size() == 1, "F1", () -> "a transaction has " + positions.size() + " positions");
        FeedProgress last = position;
        position = next;
        ends(changes, counters, next);
        if (last != null && next.upTo() == last.upTo()) {
            repeated(last, next, changes);
            return;
        }
        require(next.upTo() > upTo(last), "F1", () -> "the position went from " + upTo(last) + " to " + next.upTo());
        require(
                next.base() == world.feeds.base()
                        && next.topic().equals(world.feeds.identity().topicId()),
                "F1",
                () -> "the position names another log: " + text(next.json()));
        proved(next);
        if (isGap(changes) || continuesNoLog(last)) {
            gap(last, next, changes);
        } else {
            changes(upTo(last), next, changes);
        }
        world.tally.count("sequences published", changes.size());
        Map<String, Counter> wanted =
                scope.table(world.truth.at(offset(world, next.upTo())).books().lane());
        require(
                table.equals(wanted),
                "F2",
                () -> "the counters topic at " + next.upTo() + " is\n  " + table + "\nexpected\n  " + wanted);
    }

    /** Whether what was published before is of another log: then there is a gap. */
    private boolean continuesNoLog(FeedProgress last) {
        return last != null && !last.topic().equals(world.feeds.identity().topicId());
    }

    private static long offset(World world, long sequence) {
        return sequence - world.feeds.base();
    }

    private static long upTo(FeedProgress of) {
        return of == null ? -1 : of.upTo();
    }

    private static List<Sent> of(List<Sent> records, String topic) {
        return records.stream()
                .filter(sent -> sent.record().topic().equals(topic))
                .toList();
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    private void counter(Sent sent) {
        String key = text(sent.record().key());
        if (sent.record().value() == null) {
            world.tally.count("tombstones of the feed");
            table.remove(key);
            return;
        }
        Map<String, Object> json = JsonReader.object(sent.record().value());
        long version = (Long) json.get("version");
        table.put(
                key,
                new Counter(
                        (Long) json.get("value"),
                        json.containsKey("bucket") ? -version : version,
                        (Long) json.get("held"),
                        (Long) json.get("confirmed")));
        require(key.equals(json.get("key")), "F2", () -> "the record of " + key + " names " + json.get("key"));
    }

    /** Nothing happened but time: the position stays as it is, apart from what a restart replays. */
    private void repeated(FeedProgress last, FeedProgress next, List<Sent> changes) {
        world.tally.count("positions repeated");
        boolean same = next.digest() == last.digest()
                && next.time() == last.time()
                && next.base() == last.base()
                && next.topic().equals(last.topic())
                && next.counters() == last.counters()
                && next.changes() == last.changes();
        require(
                same && changes.isEmpty(),
                "F1",
                () -> "the position was repeated with other content: " + text(next.json()) + " after "
                        + text(last.json()));
    }

    private void ends(List<Sent> changes, List<Sent> counters, FeedProgress next) {
        boolean whole = changes.stream().allMatch(sent -> sent.offset() < next.changes())
                && counters.stream().allMatch(sent -> sent.offset() < next.counters() || next.upTo() == upTo());
        require(whole, "F1", () -> "the position names ends before the records of its cut: " + text(next.json()));
        require(
                next.keepFrom() <= next.upTo() + 1,
                "F3",
                () -> "the position " + next.upTo() + " names " + next.keepFrom() + " as the start of a replay");
        require(
                next.keepFrom() == world.feeds.base() || filesLost || world.feeds.hasFile(next.keepFrom()),
                "F3",
                () -> "no state file begins at " + next.keepFrom() + ", which the position " + next.upTo() + " names");
    }

    /**
     * Only a TICK whose digest a later TICK that counts named may end what is published. A SKIP may have taken out that later
     * one since.
     */
    private void proved(FeedProgress next) {
        long upTo = offset(world, next.upTo());
        boolean tick = upTo < world.truth.end() && lastTick(upTo) == upTo;
        long by = upTo + 1;
        while (tick && by < world.truth.end() && !proves(by, upTo, next.digest())) {
            by++;
        }
        boolean proof = tick && by < world.truth.end();
        require(proof, "F4", () -> "sequence " + next.upTo() + " is published, and no later TICK proved it");
        if (lastTick(by - 1) != upTo) {
            world.tally.count("cuts that were not proved by the next TICK");
        }
        require(
                next.time() == world.truth.at(upTo).time(),
                "F4",
                () -> "the position " + text(next.json()) + " has another time than the lane");
    }

    private boolean proves(long by, long upTo, long digest) {
        boolean names = world.truth.record(by).said() instanceof LogEntry.Tick tick
                && tick.previous() == upTo
                && Decoder.previousDigest(world.truth.record(by).value()) == digest;
        if (!names || lastTick(by) == by) {
            return names;
        }
        boolean did =
                world.truth.before(by).stream().anyMatch(then -> then.books().lastTick() == by);
        if (did) {
            world.tally.count("cuts whose proof a SKIP took out");
        }
        return did;
    }

    private long lastTick(long offset) {
        return world.truth.at(offset).books().lastTick();
    }

    private static boolean isGap(List<Sent> changes) {
        return !changes.isEmpty()
                && "gap"
                        .equals(JsonReader.object(changes.get(0).record().value())
                                .get("kind"));
    }

    private void gap(FeedProgress last, FeedProgress next, List<Sent> changes) {
        world.tally.count("gaps of the feed");
        require(isGap(changes), "F1", () -> "no gap is published between two logs, but " + changes.size() + " changes");
        Map<String, Object> gap = JsonReader.object(changes.get(0).record().value());
        require(
                changes.size() == 1
                        && gap.get("from").equals(upTo(last))
                        && gap.get("to").equals(next.upTo())
                        && gap.get("seq").equals(next.upTo()),
                "F1",
                () -> "a gap from " + upTo(last) + " to " + next.upTo() + " is published as " + gap);
        require(
                world.logStart() > 0 || continuesNoLog(last) || beginAway,
                "F3",
                () -> "a gap was published, and the log has all its records: " + gap);
    }

    private void changes(long from, FeedProgress next, List<Sent> changes) {
        int at = 0;
        for (long sequence = from + 1; sequence <= next.upTo(); sequence++) {
            Expected expected = world.truth.published(offset(world, sequence), scope);
            boolean there = at < changes.size() && sequence == seq(changes.get(at));
            long missing = sequence;
            require(
                    there || expected.nothing(),
                    "F1",
                    () -> "sequence " + missing + " is not published up to " + next.upTo() + ", expected " + expected);
            if (there) {
                compare(sequence, expected, changes.get(at++));
            }
        }
        int left = at;
        require(
                at == changes.size(),
                "F1",
                () -> "published out of order, twice or beyond " + next.upTo() + ": "
                        + text(changes.get(left).record().value()));
    }

    private static long seq(Sent sent) {
        return (Long) JsonReader.object(sent.record().value()).get("seq");
    }

    private void compare(long sequence, Expected expected, Sent sent) {
        Map<String, Object> json = JsonReader.object(sent.record().value());
        byte[] key = sent.record().key();
        byte[] seq = sent.record().headers().lastHeader(FeedProgress.SEQ_HEADER).value();
        boolean framed =
                text(seq).equals(Long.toString(sequence)) && (key == null) == "expiry".equals(json.get("kind"));
        require(
                expected.is(json) && framed,
                "F1",
                () -> "sequence " + sequence + " is published as\n  " + json + "\nexpected\n  " + expected + "\nfor "
                        + world.truth.record(offset(world, sequence)).said());
    }

    /** A leader deletes the log below that offset. */
    void deleting(long below) {
        if (!world.feeds.form.keepsLog() || below <= world.logStart()) {
            return;
        }
        require(
                position != null && below <= position.keepFrom(),
                "F3",
                () -> "the log goes below " + below + ", and the feed needs it from "
                        + (position == null ? "its start" : position.keepFrom()) + " on");
    }

    /** All that `skip` read of the feed is still so: it has fenced whoever could publish more. */
    void stillAt(long told) {
        require(upTo() == told, "F5", () -> "skip read that " + told + " is published, and it is " + upTo() + " now");
    }
}
