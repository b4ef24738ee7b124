package dev.hotlane.proof.simulation;

import dev.hotlane.flusher.mysql.Checkpoint;
import dev.hotlane.flusher.mysql.CheckpointMeta;
import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.flusher.mysql.FlusherException;
import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.infra.repair.MemoryAnswers;
import dev.hotlane.processor.checkpoint.CheckpointLoad;
import dev.hotlane.processor.lead.Incarnation;
import dev.hotlane.processor.state.State;
import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.protocol.Beat;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.ReplyRecord;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;

/**
 * An operator who follows the rules of the tools: `skip` with every processor down, `snapshot`, and `restore` if the
 * log no longer continues MySQL.
 */
final class SimOperator {
    private static final long MILLI = 1_000_000;

    /** Longest wait for a state without processes and records under way; then the processors may start again. */
    private static final long PATIENCE_NANOS = 900 * MILLI;

    /** Processes that end at a record before the operator takes it for poison. */
    private static final int POISON_REPORTS = 3;

    private static final long NO_POISON = -1;

    private final World world;
    private final Checkpoint checkpoint;
    final SimSnapshots snapshots;
    private long giveUpAt;
    private boolean stopping;
    private long poison = NO_POISON;
    private int poisonReports;

    SimOperator(World world, FlushSettings settings) {
        this.world = world;
        checkpoint = new Checkpoint(settings);
        snapshots = new SimSnapshots(world, settings);
    }

    void happen(Incident incident) {
        switch (incident.what()) {
            case OPERATOR_SKIPS -> {
                stopping = !world.truth.hasNewerRules();
                giveUpAt = world.now() + PATIENCE_NANOS;
            }
            case OPERATOR_SKIPS_IN_VAIN -> skipInVain();
            case SNAPSHOT_TAKEN -> snapshots.takeSnapshot();
            default -> throw new IllegalArgumentException("not of the operator: " + incident);
        }
    }

    void heal() {
        stopping = false;
    }

    /** A process ended as it can't apply that record. */
    void poisoned(long offset) {
        if (!world.truth.skipped(offset) && ++poisonReports >= POISON_REPORTS && !stopping) {
            poison = offset;
            stopping = true;
            giveUpAt = world.now() + PATIENCE_NANOS;
        }
    }

    /** Whether no processor may start now. */
    boolean holdsStarts() {
        return stopping;
    }

    /** The next step towards a SKIP; false if none is due, or if it has to wait. */
    boolean act() {
        if (!stopping) {
            return snapshots.takeNext();
        }
        if (world.now() >= giveUpAt) {
            stopping = false;
            return true;
        }
        for (SimProcessor place : world.processors) {
            if (place.run() != null && !place.isUnheard()) {
                place.killed();
                return true;
            }
        }
        if (world.hasOrphans() || world.mysql.hasOrphans() || world.weather.brokerAway()) {
            return false;
        }
        if (poison == NO_POISON) {
            skip();
        } else {
            skipPoison();
        }
        stopping = false;
        return true;
    }

    /** The tool may ask for a proof that died with its leader; the operator can vouch: no process got past the record. */
    private void skipPoison() {
        Proof proof = world.truth.skipped(poison) ? Proof.UNREAD : proof(poison);
        if (proof != Proof.UNREAD && isUnpublished(poison)) {
            world.tally.count("poison skipped, " + proof.told);
            append(poison);
        }
        poison = NO_POISON;
        poisonReports = 0;
    }

    private enum Proof {
        /** No leader that answers in memory may have applied the record. */
        NOT_NEEDED("no proof needed"),
        HALTED("proved by HALTED"),
        MISSING("without a proof"),
        /** MySQL or the log can't be read now. */
        UNREAD("nothing could be read");

        private final String told;

        Proof(String told) {
            this.told = told;
        }
    }

    /** Whether leaders that answer in memory may have answered that record, by the tool's own rules. */
    private Proof proof(long target) {
        try {
            Optional<CheckpointMeta> meta = checkpoint.meta();
            if (meta.isEmpty()) {
                return Proof.UNREAD;
            }
            TopicLog log = new TopicLog(SimConsumer.of(world), SimConsumer.COMMANDS);
            Meta cut = meta.get().cut();
            long end = world.log.visible();
            Halts halts = new Halts();
            MemoryAnswers answers = new MemoryAnswers(log, cut, this::load);
            Optional<String> answered = answers.of(target, end, halts.read(world.replies));
            boolean proved = halts.found.values().stream().anyMatch(offset -> offset <= target);
            return answered.isPresent() ? Proof.MISSING : proved ? Proof.HALTED : Proof.NOT_NEEDED;
        } catch (FlusherException | OffsetOutOfRangeException e) {
            return Proof.UNREAD;
        }
    }

    private State load() {
        return CheckpointLoad.from(checkpoint, ProcessorStart.IDENTITY).state();
    }

    /** The HALTED records of the reply topic. */
    private static final class Halts implements ReplyRecord.Receiver {
        private final Map<Incarnation, Long> found = new HashMap<>();

        Map<Incarnation, Long> read(List<SimTopic<byte[]>> replies) {
            ReplyRecord.Unpacker unpacker = new ReplyRecord.Unpacker();
            for (SimTopic<byte[]> partition : replies) {
                for (int offset = 0; offset < partition.end(); offset++) {
                    unpacker.unpack(partition.get(offset), this);
                }
            }
            return found;
        }

        @Override
        public void onReply(ReplyDecoder reply) {}

        @Override
        public void onBeat(Beat beat) {}

        @Override
        public void onHalted(long leaderHi, long leaderLo, long offset) {
            found.merge(new Incarnation(leaderHi, leaderLo), offset, Math::min);
        }
    }

    /** Skips a random record that no leader has passed, on a lane with rules and a log time. */
    private void skip() {
        long told = Math.max(world.truth.passed(), world.invariants.answeredBelow());
        long least = Math.max(1, Math.max(told, world.invariants.flushedEver()));
        long candidates = world.log.visible() - least;
        boolean young = world.truth.at(least - 1).time() == 0;
        if (candidates > 0 && !young && !world.truth.hasNewerRules()) {
            skipUnlessAnswered(least + world.chance.below(candidates));
            if (world.chance.percent(30)) {
                skipInVain();
            }
        }
    }

    private void skipUnlessAnswered(long target) {
        Proof proof = world.form.hasNodes() ? proof(target) : Proof.NOT_NEEDED;
        boolean proved = proof == Proof.NOT_NEEDED || proof == Proof.HALTED;
        if (proved && isUnpublished(target)) {
            append(target);
        } else if (!proved) {
            world.tally.count("skips refused, " + proof.told);
        }
    }

    /** The tool's last look before it appends: a feed has not published the record, and publishes no more of it. */
    private boolean isUnpublished(long target) {
        return world.feeds == null || world.feeds.maySkip(target);
    }

    private void skipInVain() {
        long passed = world.truth.passed();
        if (passed > 0) {
            append(world.chance.percent(50) ? passed - 1 : world.chance.below(passed));
        }
    }

    private void append(long target) {
        world.append(null, Encoder.skip(target), new LogEntry.Skip(target), null);
    }
}
