package dev.hotlane.infra.rules;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.CheckpointMeta;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.infra.log.CommandAppend;
import dev.hotlane.infra.log.TopicAdmin;
import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.TopicSpec;
import dev.hotlane.protocol.kafka.KafkaConnection;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Finds the rules of a lane, and puts the next ones in force. One thread, blocking. Throws RulesException,
 * FlusherException and KafkaException with a message for the operator.
 */
public final class RulesChange {
    /** A leader sends ten BEATs a second; a take-over lasts some seconds. */
    public static final Duration IN_FORCE_MAX = Duration.ofSeconds(10);

    private final KafkaConnection kafka;
    private final String lane;
    private final FlushSettings mysql;
    private final Consumer<String> say;
    private final Duration patience;

    /**
     * @param mysql the checkpoint, which shortens the search and is needed once the log's start was deleted; null for none
     * @param say receives a line for each step
     * @param patience longest wait for the BEAT
     */
    public RulesChange(
            KafkaConnection kafka, String lane, FlushSettings mysql, Consumer<String> say, Duration patience) {
        this.kafka = kafka;
        this.lane = lane;
        this.mysql = mysql;
        this.say = say;
        this.patience = patience;
    }

    /** The rules in force at the end of the log. */
    public Rules inForce() {
        try (TopicLog log = commands()) {
            return inForce(log, log.endOffset());
        }
    }

    /**
     * Appends the next rules and waits until a leader's BEAT has them.
     *
     * @param processors addresses of all processors; needed for another format or a larger cap of bytes only
     * @param confirmed false to look only: then nothing is written
     * @return whether they are in force
     */
    public boolean set(Map<String, Long> changes, RunningProcessors processors, boolean confirmed) {
        try (TopicLog log = commands();
                TopicLog replies =
                        new TopicLog(kafka, TopicSpec.replies(lane, 1).name())) {
            long end = log.endOffset();
            Rules now = inForce(log, end);
            Rules next = RulesText.next(now, changes);
            requireAble(now, next, processors);
            Map<String, Long> before = RulesText.numbers(now);
            RulesText.numbers(next).forEach((name, value) -> {
                if (!value.equals(before.get(name)) && !name.equals("rulesVersion")) {
                    say.accept(name + ": " + before.get(name) + " -> " + value);
                }
            });
            if (!confirmed) {
                say.accept("nothing was written; say --yes to do it");
                return false;
            }
            long heardFrom = replies.endOffset();
            long offset = CommandAppend.append(kafka, TopicSpec.commands(lane).name(), new RecordWriter().rules(next));
            say.accept("wrote RULES(" + next.rulesVersion() + ") at offset " + offset);
            if (!now.equals(new RulesSearch(log).before(offset, end, now))) {
                throw new RulesException("another RULES(" + next.rulesVersion() + ") came first: that one is in force,"
                        + " this one has no effect. Look with `hotlane rules show`, and decide again.");
            }
            awaitBeat(replies, heardFrom, next);
            say.accept("in force: the leader goes by RULES(" + next.rulesVersion() + ")");
            return true;
        }
    }

    private static void requireAble(Rules now, Rules next, RunningProcessors processors) {
        boolean format = next.formatVersion() != now.formatVersion();
        boolean larger = next.stateBytesMax() > now.stateBytesMax() || next.windowBytesMax() > now.windowBytesMax();
        if (!format && !larger) {
            return;
        }
        if (processors.urls().isEmpty()) {
            throw new RulesException("another formatVersion, or a larger stateBytesMax or windowBytesMax, needs"
                    + " --processors with the address of every processor: one that can't read or hold it would end.");
        }
        processors.require(next);
        if (next.formatVersion() > Rules.KNOWN_FORMAT_MAX) {
            throw new RulesException("this build writes formats up to " + Rules.KNOWN_FORMAT_MAX + ", not "
                    + next.formatVersion() + ": use the build of the processors.");
        }
    }

    private TopicLog commands() {
        TopicLog log = new TopicLog(kafka, TopicSpec.commands(lane).name());
        if (!log.exists()) {
            log.close();
            throw new RulesException(
                    "there is no topic " + TopicSpec.commands(lane).name()
                            + ": name the right brokers and lane, or run `hotlane topics create`.");
        }
        return log;
    }

    private Rules inForce(TopicLog log, long end) {
        CheckpointMeta stored =
                mysql == null ? null : new Checkpoint(mysql).meta().orElse(null);
        if (stored != null && !stored.identity().equals(TopicAdmin.identity(kafka, lane))) {
            throw new RulesException("the database belongs to another topic than "
                    + TopicSpec.commands(lane).name() + " is now: name the right database and the right lane.");
        }
        long from = stored == null ? 0 : stored.cut().nextOffset;
        if (from < log.startOffset()) {
            throw new RulesException("the log starts at offset " + log.startOffset() + ", the rules before it are in"
                    + " MySQL" + (mysql == null ? ": give --mysql-url." : ", which stands at " + from + "."));
        }
        Rules rules = new RulesSearch(log)
                .before(end, from, stored == null ? null : stored.cut().rulesInForce());
        if (rules == null) {
            throw new RulesException("the log has no rules: run `hotlane topics create`.");
        }
        return rules;
    }

    private void awaitBeat(TopicLog replies, long from, Rules next) {
        long deadline = System.nanoTime() + patience.toNanos();
        BeatSearch search = new BeatSearch(next.rulesVersion());
        ReplyRecord.Unpacker unpacker = new ReplyRecord.Unpacker();
        replies.seek(from);
        while (!search.found) {
            if (System.nanoTime() - deadline > 0) {
                throw new RulesException("no BEAT with RULES(" + next.rulesVersion() + ") came within "
                        + patience.toMillis()
                        + " ms. They are in the log and come into force as soon as a processor"
                        + " leads: look at /v1/status of the processors.");
            }
            replies.poll().forEach(record -> unpacker.unpack(record.value(), search));
        }
    }

    /** Looks for a BEAT with these rules, or with later ones. */
    private static final class BeatSearch implements ReplyRecord.Receiver {
        private final int version;
        private boolean found;

        BeatSearch(int version) {
            this.version = version;
        }

        @Override
        public void onReply(ReplyDecoder reply) {
            // Says nothing about rules.
        }

        @Override
        public void onBeat(Beat beat) {
            found |= beat.isPossible() && beat.rulesVersion() >= version;
        }
    }
}
