package dev.hotlane.infra.repair;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.infra.feed.FeedFence;
import dev.hotlane.infra.log.CommandAppend;
import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.processor.lead.Incarnation;
import dev.hotlane.processor.state.SkipScan;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Quarantines the record at an offset, or each offset of a gap. It appends a SKIP: every process steps over the record
 * from its next start on, and the record's id never runs. Rejects unless no process can have passed it: every processor
 * is down, no TICK, no reply and not the checkpoint is beyond it, and each leader that answers in memory left the proof
 * that it did not answer it. One thread, blocking.
 */
public final class PoisonSkip {
    private static final Logger log = LoggerFactory.getLogger(PoisonSkip.class);

    private final KafkaConnection kafka;
    private final String lane;
    private final String topic;
    private final FlushSettings mysql;
    private final boolean mayBeAnswered;
    private final Consumer<String> out;
    private final Duration watched;

    /**
     * @param mayBeAnswered skips also what a leader may have answered in memory
     * @param out receives what was found and done, a sentence each
     */
    public PoisonSkip(
            KafkaConnection kafka, String lane, FlushSettings mysql, boolean mayBeAnswered, Consumer<String> out) {
        this(kafka, lane, mysql, mayBeAnswered, out, Stillness.WATCHED);
    }

    /** As the other, on a lane whose processors are watched for another time. */
    PoisonSkip(
            KafkaConnection kafka,
            String lane,
            FlushSettings mysql,
            boolean mayBeAnswered,
            Consumer<String> out,
            Duration watched) {
        this.kafka = kafka;
        this.lane = lane;
        this.mysql = mysql;
        this.mayBeAnswered = mayBeAnswered;
        this.out = out;
        this.watched = watched;
        topic = TopicSpec.commands(lane).name();
    }

    /**
     * Checks all conditions, and unless {@code onlyLook} appends the SKIP.
     *
     * @throws RepairException if a condition fails: nothing was written, unless the message names the SKIP
     */
    public void run(long offset, boolean onlyLook) {
        try (TopicLog commands = new TopicLog(kafka, topic)) {
            if (!commands.exists()) {
                throw new RepairException(topic + " does not exist at " + kafka.bootstrapServers()
                        + ": name the right lane (--lane) and brokers (--kafka-bootstrap-servers)");
            }
            LaneDatabase.Found found = LaneDatabase.find(kafka, lane, mysql);
            requireNothingOpen(commands);
            requireIn(commands, offset);
            requireAbove(found.nextOffset(), offset);
            Skippable what = Skippable.at(commands, offset);
            out.accept(what.describe());
            what.requireNoSkip();
            Stillness stillness = new Stillness(commands, topic, watched);
            long end = stillness.require();
            out.accept(Stillness.told(topic));
            SkipScan scan = scan(commands, found.nextOffset(), end);
            boolean isVoid = isVoid(scan, what);
            List<byte[]> skips = skips(scan, what);
            if (!isVoid) {
                Map<Incarnation, Long> halts = requireNothingAnswered(what, found.base());
                MemoryAnswers answers = new MemoryAnswers(commands, found.cut(), found::state);
                requireNothingAnsweredInMemory(what, answers.of(offset, end, halts));
            }
            if (onlyLook) {
                out.accept("it may be skipped; nothing was written");
                return;
            }
            // The fence comes before the position is read: from then on no feed publishes more.
            requireUnpublished(what, found.base());
            long last = CommandAppend.appendAll(kafka, topic, skips);
            if (stillness.broken(end, last)) {
                throw new RepairException("SKIP stands at offset " + last + ", but a processor was started meanwhile:"
                        + " stop it. It takes effect from the next start on unless that process got past offset "
                        + offset + " before; run `hotlane verify` then");
            }
            String others = skips.size() == 1 ? "" : " and of the " + (skips.size() - 1) + " behind it";
            out.accept("SKIP of offset " + offset + others + " stands at offset " + last + ": start the processors");
        }
    }

    private void requireUnpublished(Skippable what, long base) {
        OptionalLong published = FeedFence.published(kafka, lane);
        if (published.isEmpty()) {
            return;
        }
        if (published.getAsLong() >= base + what.first()) {
            throw new RepairException("the change feed has published up to sequence " + published.getAsLong()
                    + ", so the record at offset " + what.first() + " too: a SKIP would contradict what consumers have."
                    + " Look for a fault of this build or this machine");
        }
        out.accept("the change feed has published up to sequence " + published.getAsLong() + " only");
    }

    private void requireIn(TopicLog commands, long offset) {
        long start = commands.startOffset();
        long end = commands.endOffset();
        if (offset < start || offset >= end) {
            throw new RepairException("there is no record at offset " + offset + " of " + topic + ", it holds " + start
                    + ".." + (end - 1) + ": take the offset that the processor's last message names");
        }
    }

    private void requireAbove(long checkpoint, long offset) {
        if (checkpoint > offset) {
            throw new RepairException("MySQL stands at offset " + checkpoint + ", so the record at " + offset
                    + " is applied and in there: it is not what stops the processors. Take the offset that their last"
                    + " message names");
        }
        out.accept("MySQL stands at offset " + checkpoint + ": offset " + offset + " is not in there");
    }

    /** Consumers read nothing behind an open transaction, so a SKIP there would have no effect. */
    private void requireNothingOpen(TopicLog commands) {
        long readable = commands.endOffset();
        try (TopicLog all = TopicLog.uncommitted(kafka, topic)) {
            if (readable < all.endOffset() && readable == commands.endOffset()) {
                throw new RepairException("a transaction is open since offset " + readable + " of " + topic
                        + ": no consumer reads beyond it. Stop its producer. The broker ends it after the producer's"
                        + " transaction.timeout.ms, 60 s by default; `hotlane kafka transactions` finds and aborts it");
            }
        }
    }

    private static SkipScan scan(TopicLog commands, long from, long end) {
        SkipScan scan = new SkipScan(from);
        commands.read(from, end, record -> scan.see(record.offset(), record.key(), record.value()));
        return scan;
    }

    /** Whether the SKIP will be void for the state; rejects that for any record but a TICK. */
    private boolean isVoid(SkipScan scan, Skippable what) {
        if (!scan.passed(what.first())) {
            return false;
        }
        String passed = "a TICK says that a leader got past offset " + what.first();
        if (!what.isTick()) {
            throw new RepairException(passed + ", " + what.passed());
        }
        out.accept(passed + ": the SKIP changes no state, it only says that this TICK is not the leader's");
        return true;
    }

    /** A SKIP for each offset that has none yet. */
    private static List<byte[]> skips(SkipScan scan, Skippable what) {
        long[] before = scan.offsets();
        if (what.end() - what.first() > SkipScan.SKIPS_MAX - before.length) {
            throw new RepairException("the gap has " + (what.end() - what.first()) + " offsets, and a lane can skip "
                    + SkipScan.SKIPS_MAX + ": go on as for a lost log");
        }
        RecordWriter writer = new RecordWriter();
        List<byte[]> skips = LongStream.range(what.first(), what.end())
                .filter(missing -> Arrays.binarySearch(before, missing) < 0)
                .mapToObj(writer::skip)
                .toList();
        if (skips.isEmpty()) {
            throw new RepairException((what.isGap() ? "the gap" : "the record") + " at offset " + what.first()
                    + " is quarantined already: start the processors");
        }
        return skips;
    }

    /** Returns the HALTED records that it read. */
    private Map<Incarnation, Long> requireNothingAnswered(Skippable what, long base) {
        ReplySearch search = new ReplySearch(what.first(), base);
        search.run(kafka, lane);
        if (search.found() != null) {
            throw new RepairException("a leader got past offset " + what.first() + ": " + search.found()
                    + ". Callers rely on that, " + what.passed());
        }
        out.accept("no reply to it or a later one among the " + search.read() + " records of the reply topic");
        return search.halts();
    }

    private void requireNothingAnsweredInMemory(Skippable what, Optional<String> answered) {
        if (answered.isEmpty()) {
            out.accept("no leader can have answered it in memory");
        } else if (mayBeAnswered) {
            log.warn("skipping offset {} although it may have been answered: {}", what.first(), answered.get());
            out.accept(answered.get() + ": it may have been answered, and is skipped all the same");
        } else {
            throw new RepairException(
                    answered.get() + ". A caller of that node may have its answer. If you are sure that"
                            + " no caller has, or if a wrong answer is the smaller harm: --may-have-been-answered");
        }
    }
}
