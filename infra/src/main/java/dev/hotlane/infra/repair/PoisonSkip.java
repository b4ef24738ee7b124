package dev.hotlane.infra.repair;

import dev.hotlane.flusher.FlushSettings;
import dev.hotlane.infra.log.CommandAppend;
import dev.hotlane.infra.log.CommandLog;
import dev.hotlane.processor.log.LogClients;
import dev.hotlane.processor.state.SkipScan;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.cli.RecordJson;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Quarantines the record at an offset: writes a SKIP, so that every process steps over the record from its next start on
 * and its id never runs. Refuses unless nobody can have got past the record: every processor is down, no TICK, no reply
 * and not the checkpoint says so. One thread, blocking.
 */
public final class PoisonSkip {
    private final String bootstrapServers;
    private final String lane;
    private final String topic;
    private final FlushSettings mysql;
    private final Consumer<String> out;

    /** @param out told what was found and done, a sentence each */
    public PoisonSkip(String bootstrapServers, String lane, FlushSettings mysql, Consumer<String> out) {
        this.bootstrapServers = bootstrapServers;
        this.lane = lane;
        this.mysql = mysql;
        this.out = out;
        topic = TopicSpec.commands(lane).name();
    }

    /**
     * Looks at all that must hold, and unless {@code onlyLook} writes the SKIP.
     *
     * @throws RepairException if something does not hold: nothing was written
     */
    public void run(long offset, boolean onlyLook) {
        try (CommandLog log = new CommandLog(bootstrapServers, topic)) {
            if (!log.exists()) {
                throw new RepairException(topic + " does not exist at " + bootstrapServers
                        + ": name the right lane (--lane) and brokers (--kafka-bootstrap-servers)");
            }
            LaneDatabase.Found found = LaneDatabase.find(bootstrapServers, lane, mysql);
            long base = found.base();
            requireIn(log, offset);
            requireAbove(found.nextOffset(), offset);
            ConsumerRecord<byte[], byte[]> record = at(log, offset);
            out.accept(
                    "the record: " + new RecordJson().line(offset, record.timestamp(), record.key(), record.value()));
            requireNoSkip(record);
            Stillness stillness = new Stillness(log);
            long end = stillness.require();
            out.accept("every processor is down: no word of one for " + Stillness.WATCHED.toSeconds() + " s");
            requireNotPassed(log, found.nextOffset(), offset, end);
            requireNothingAnswered(offset, base, record.timestamp());
            if (onlyLook) {
                out.accept("it may be skipped; nothing was written");
                return;
            }
            long skip = CommandAppend.append(bootstrapServers, topic, new RecordWriter().skip(offset));
            if (stillness.broken(end, skip)) {
                throw new RepairException("SKIP stands at offset " + skip + ", but a processor was started meanwhile:"
                        + " stop it. It takes effect from the next start on unless that process got past offset "
                        + offset + " before; run `hotlane verify` then");
            }
            out.accept("SKIP of offset " + offset + " stands at offset " + skip + ": start the processors");
        }
    }

    private void requireIn(CommandLog log, long offset) {
        long start = log.startOffset();
        long end = log.endOffset();
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
        out.accept("MySQL stands at offset " + checkpoint + ": the record is not in there");
    }

    private static ConsumerRecord<byte[], byte[]> at(CommandLog log, long offset) {
        log.seek(offset);
        while (log.position() <= offset) {
            for (ConsumerRecord<byte[], byte[]> record : log.poll()) {
                if (record.offset() == offset) {
                    return record;
                }
            }
        }
        throw new RepairException("the log has a gap at offset " + offset + ": a SKIP can't cure that, see the runbook"
                + " of OFFSET_GAP");
    }

    private static void requireNoSkip(ConsumerRecord<byte[], byte[]> record) {
        RecordView view = new RecordView();
        if (view.wrap(record.key(), record.value()) == RecordKind.SKIP) {
            throw new RepairException("the record at offset " + record.offset() + " is itself a SKIP, of offset "
                    + view.skippedOffset() + ": a SKIP can't be taken back, and stops no processor. If a processor ends"
                    + " there all the same, take the offset that its last message names");
        }
    }

    private static void requireNotPassed(CommandLog log, long from, long offset, long end) {
        SkipScan scan = new SkipScan(from);
        log.seek(from);
        while (log.position() < end) {
            log.poll().forEach(record -> scan.see(record.offset(), record.key(), record.value()));
        }
        if (scan.passed(offset)) {
            throw new RepairException("a TICK says that a leader got past offset " + offset + ", so the record did no"
                    + " harm there, and may have been answered: look for a fault of this build or this machine");
        }
        if (Arrays.binarySearch(scan.offsets(), offset) >= 0) {
            throw new RepairException(
                    "the record at offset " + offset + " is quarantined already: start the processors");
        }
    }

    private void requireNothingAnswered(long offset, long base, long time) {
        ReplySearch search = new ReplySearch(offset, base);
        search.run(new LogClients(Map.of("bootstrap.servers", bootstrapServers), lane), lane, time);
        if (search.found() != null) {
            throw new RepairException("a leader got past the record at offset " + offset + ": " + search.found()
                    + ". Callers rely on that, so it must be applied: look for a fault of this build or machine");
        }
        out.accept("no reply to it or a later one among " + search.read()
                + " records of the reply topic since it was written");
    }
}
