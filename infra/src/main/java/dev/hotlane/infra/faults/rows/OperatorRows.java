package dev.hotlane.infra.faults.rows;

import dev.hotlane.infra.faults.Row;
import dev.hotlane.infra.faults.scene.Operator;
import dev.hotlane.infra.faults.scene.Place;
import dev.hotlane.infra.faults.scene.Plan;
import dev.hotlane.infra.faults.scene.RowFailure;
import dev.hotlane.infra.faults.scene.Scene;
import dev.hotlane.infra.faults.scene.Scribe;
import dev.hotlane.infra.log.CommandLog;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Tick;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What ends every processor at each start, until an operator does what the last message says. */
public final class OperatorRows {
    private static final Pattern CURE = Pattern.compile("`hotlane skip (\\d+) --look`");

    /** As many in a row as a follower takes for the word of a leader that differs. */
    private static final int CONTRADICTIONS = 3;

    private OperatorRows() {}

    /** In the order of their numbers. */
    public static List<Row> all() {
        return List.of(
                Row.of(
                        "F90",
                        "transactions on the command topic, committed and aborted, MySQL far behind; `hotlane skip`",
                        "both end at each gap and at each start; skipped, they serve again and nothing is lost",
                        Plan.USUAL,
                        OperatorRows::gaps),
                Row.of(
                        "F91",
                        "both killed, then a LEAD of nobody and three TICKs with a wrong digest; `hotlane skip`",
                        "both end with DIVERGED at each start and name the last TICK; skipped, they serve again",
                        Plan.USUAL,
                        OperatorRows::lastWords));
    }

    private static void gaps(Scene on) {
        on.expectExit(ExitCode.OFFSET_GAP.number());
        int rounds = on.rounds(4, 2);
        for (int round = 0; round < rounds; round++) {
            on.load().awaitAnswers(200);
            on.stack().mysql().suspend();
            on.load().awaitAnswers(200);
            boolean commits = round % 2 == 0;
            int records = 1 + round;
            endsAt(on, ExitCode.OFFSET_GAP, () -> transaction(on, records, commits));
            on.stack().mysql().resume();
            cured(on, ExitCode.OFFSET_GAP, " missing)");
        }
        on.fact(rounds + " transactions, each ended both processors at every start until its gap was skipped");
    }

    /** Where the broker puts its marker is the broker's to say: the row can't expect an offset. */
    private static void transaction(Scene on, int records, boolean commits) {
        on.nemesis("a transaction of " + records + " records");
        try (Scribe scribe = Scribe.transactional(on)) {
            scribe.producer().beginTransaction();
            for (int i = 0; i < records; i++) {
                scribe.write(null, new byte[i]);
            }
            if (commits) {
                scribe.producer().commitTransaction();
            } else {
                scribe.producer().abortTransaction();
            }
        }
    }

    /** A living leader would contradict them; these are the last words of one that never lived. */
    private static void lastWords(Scene on) {
        on.expectExit(ExitCode.DIVERGED.number());
        int rounds = on.rounds(3, 1);
        for (int round = 0; round < rounds; round++) {
            on.load().awaitAnswers(200);
            on.processors().forEach(Place::leaveAlone);
            on.processors().forEach(Place::kill9);
            long offset = forge(on);
            Place first = on.processors().get(0);
            Refusing.expect(on, first, ExitCode.DIVERGED);
            on.require(named(first) == offset, "the last TICK is at " + offset + ", named is " + named(first));
            cured(on, ExitCode.DIVERGED, "\"kind\":\"TICK\"");
        }
        on.fact(rounds + " times, each ended both processors at every start until the last TICK was skipped");
    }

    /** Gives the offset of the last TICK. */
    private static long forge(Scene on) {
        on.nemesis("a LEAD of nobody and three TICKs with a wrong digest");
        RecordWriter writer = new RecordWriter();
        try (CommandLog log = new CommandLog(on.stack().bootstrapServers(), on.commands());
                Scribe scribe = Scribe.of(on)) {
            Said last = lastTick(log);
            long epoch = last.epoch() + 1;
            scribe.write(null, writer.lead(epoch, 47, 11, last.offset()));
            long offset = -1;
            for (int i = 0; i < CONTRADICTIONS; i++) {
                offset = scribe.write(null, writer.tick(new Tick(epoch, 47, 11, 0, last.offset(), 4711, 0, 0, 0)));
            }
            return offset;
        }
    }

    private static Said lastTick(CommandLog log) {
        RecordView view = new RecordView();
        long end = log.endOffset();
        log.seek(log.startOffset());
        Said last = null;
        while (log.position() < end) {
            for (ConsumerRecord<byte[], byte[]> record : log.poll()) {
                if (view.wrap(record.key(), record.value()) == RecordKind.TICK) {
                    last = new Said(record.offset(), view.tick().epoch());
                }
            }
        }
        return last;
    }

    /** Does the harm and waits for the end of both; they end again at a start, at the same offset. */
    private static void endsAt(Scene on, ExitCode code, Runnable harm) {
        List<Place> processors = on.processors();
        processors.forEach(Place::leaveAlone);
        List<Integer> lives =
                processors.stream().map(place -> place.exits().size()).toList();
        harm.run();
        for (int i = 0; i < processors.size(); i++) {
            Refusing.awaitEnd(on, processors.get(i), lives.get(i), code);
        }
    }

    private static void cured(Scene on, ExitCode code, String shown) {
        List<Place> processors = on.processors();
        long offset = named(processors.get(0));
        for (Place place : processors) {
            Refusing.expect(on, place, code);
            on.require(named(place) == offset, place.name() + " does not name " + offset + ". " + place.tail());
        }
        Operator operator = new Operator(on);
        operator.tells(shown, "skip", Long.toString(offset), "--look");
        operator.runs("skip", Long.toString(offset));
        operator.isRefused("quarantined already", "skip", Long.toString(offset));
        processors.forEach(Place::startOnce);
        on.await(
                "a leader, or another gap",
                () -> on.leader().isPresent() || processors.stream().noneMatch(Place::isAlive));
        if (on.leader().isEmpty()) {
            cured(on, code, shown);
        }
        processors.forEach(Place::start);
        on.awaitAll();
    }

    /** By the message that it ended with, behind the warnings of what it did not end at. */
    private static long named(Place place) {
        return CURE.matcher(place.tail())
                .results()
                .mapToLong(cure -> Long.parseLong(cure.group(1)))
                .reduce((before, last) -> last)
                .orElseThrow(() -> new RowFailure(place.name() + " does not say what to skip. " + place.tail()));
    }

    /** Where a leader's TICK stands, and its epoch. */
    private record Said(long offset, long epoch) {}
}
