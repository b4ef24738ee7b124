package dev.hotlane.processor.lead;

import dev.hotlane.processor.flow.Positions;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.state.DivergenceException;
import dev.hotlane.processor.state.Meta;
import dev.hotlane.protocol.RecordKind;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This process' part in leadership: follows while another leads, stands when nobody does, ticks while it leads, resigns
 * when asked. Owned by the state thread unless a method says otherwise. Whether it leads is never its own belief but
 * what the newest applied record says.
 */
public final class Contender {
    private static final Logger log = LoggerFactory.getLogger(Contender.class);

    /**
     * Time after which a record of ours that was not read back is written again: early enough that one lost TICK is no
     * silence to a follower. Where both arrive the second changes nothing, but for the clock in a TICK.
     */
    private static final long PATIENCE_NANOS = 400_000_000;

    /** Pause between two TICKs while expired holds wait for records. The one before must have come back. */
    private static final long HURRY_NANOS = 1_000_000;

    private final Incarnation self;
    private final LeadSettings settings;
    private final Clocks clocks;
    private final SilenceWatch vigil;
    private final Consumer<Meta> describe;
    private final LongConsumer onRoundTrip;
    private final OwnRecords own;
    private final Doubt doubt;
    private final Meta meta = new Meta();
    private final CompletableFuture<Void> resigned = new CompletableFuture<>();

    private boolean expiriesDue;
    private boolean inFlight;
    private long sentNanos;
    private boolean resignSent;
    private boolean deposing;
    private volatile boolean leading;
    private volatile boolean resigning;
    private volatile long epoch;
    private volatile long ticks;
    private volatile long takeOvers;
    private volatile long falseTakeOvers;
    private volatile long resignedAt = -1;

    /** @param describe fills a Meta with the state after the last applied record */
    public Contender(
            Incarnation self,
            LeadSettings settings,
            Clocks clocks,
            Replay replay,
            Positions positions,
            Consumer<Meta> describe,
            Outlet outlet) {
        this.self = self;
        this.settings = settings;
        this.clocks = clocks;
        this.describe = describe;
        onRoundTrip = outlet.onRoundTrip();
        own = new OwnRecords(self, clocks, positions, outlet.append());
        doubt = new Doubt(own, clocks);
        vigil = new SilenceWatch(replay, clocks, positions);
    }

    /**
     * A record that is no command was applied; {@code leads} says whether this process leads after it.
     *
     * @param contradiction of a TICK that the reigning leader's state contradicts, else null
     */
    public void onRecord(
            RecordKind kind,
            boolean accepted,
            boolean leads,
            long offset,
            byte[] value,
            DivergenceException contradiction) {
        if (leading && !leads) {
            lost(kind, offset);
        }
        if (kind == RecordKind.TICK && accepted) {
            ticked(leads, offset, value);
        } else if (kind == RecordKind.TICK && contradiction != null) {
            doubt.contradicted(leads, own.has(value), offset, contradiction);
        } else if (kind == RecordKind.TICK && leads) {
            tickedInVain(offset);
        } else if (kind == RecordKind.RESIGN && accepted) {
            deposing = false;
        } else if (kind == RecordKind.SKIP) {
            doubt.skipped(accepted, value);
        } else if (kind == RecordKind.LEAD) {
            ledBySomebody(accepted, leads, offset);
        }
    }

    private void ticked(boolean leads, long offset, byte[] value) {
        doubt.end();
        if (!leads) {
            vigil.heard(offset);
        } else if (own.has(value)) {
            onRoundTrip.accept(clocks.nanos().getAsLong() - sentNanos);
            ticks++;
            inFlight = false;
        } else {
            own.foreign("TICK", offset, "Log time goes by its clock until this process' next TICK");
        }
    }

    /** Nobody but the leader that this one deposed ticks behind our LEAD: it lives. */
    private void tickedInVain(long offset) {
        if (deposing) {
            deposing = false;
            falseTakeOvers++;
            log.warn(
                    "a false take-over: the leader that epoch {} deposed was alive, its TICK at offset {} came too late."
                            + " Nothing is lost, it ends now. If this repeats without a pause of its process or of"
                            + " Kafka, give it more time: --takeover-silence-ms",
                    epoch,
                    offset);
        }
    }

    private void ledBySomebody(boolean accepted, boolean leads, long offset) {
        if (leads && leading && accepted) {
            raisedBySomebody(offset);
        } else if (leads && !leading) {
            describe.accept(meta);
            epoch = meta.epoch;
            leading = true;
            inFlight = false;
            takeOvers += deposing ? 1 : 0;
            // The first TICK at once: gateways wait for its BEAT.
            sentNanos = clocks.nanos().getAsLong() - settings.tickInterval().toNanos();
            log.info(
                    "leading in epoch {} as {} from offset {} on, {}",
                    epoch,
                    self,
                    offset,
                    deposing ? "in place of one that fell silent" : "in an empty seat");
        } else if (!leads) {
            inFlight = false;
            if (accepted) {
                vigil.heard(offset);
                log.debug("another process led from offset {} on", offset);
            }
            if (accepted && epoch > 0 && !resigning) {
                throw deposed(offset);
            }
        }
    }

    /** A LEAD of the next epoch names this process, which leads already and appends no LEAD meanwhile. */
    private void raisedBySomebody(long offset) {
        long before = epoch;
        describe.accept(meta);
        epoch = meta.epoch;
        inFlight = false;
        own.foreign("LEAD", offset, "It leads on, in epoch " + epoch + " in place of " + before);
    }

    private void lost(RecordKind kind, long offset) {
        leading = false;
        inFlight = false;
        if (kind != RecordKind.RESIGN) {
            throw deposed(offset);
        }
        if (resigning) {
            resignedAt = offset;
            log.info("resigned at offset {}", offset);
            resigned.complete(null);
        } else {
            own.foreign("RESIGN", offset, "The seat is empty: this process stands again");
        }
    }

    private HaltReason deposed(long offset) {
        return new HaltReason(
                ExitCode.STEPPED_DOWN,
                "another process was accepted as leader at offset " + offset + ", this one led epoch " + epoch
                        + " before. Nothing is lost; start this process again if it is to stand by. Unless it was"
                        + " stopped or cut off from Kafka, its TICKs came too late: see --takeover-silence-ms");
    }

    /**
     * Records up to here are applied, the last one stamped so by the broker.
     *
     * @param due expired holds wait for the next records
     */
    public void onProgress(long next, long timestamp, boolean due) {
        expiriesDue = due;
        if (!leading) {
            vigil.progressed(next, timestamp);
        }
        onQuiet();
    }

    /** Time has passed. */
    public void onQuiet() {
        long now = clocks.nanos().getAsLong();
        boolean silence = !leading && vigil.silentFor(settings.takeoverSilence());
        boolean waiting = inFlight && now - sentNanos < PATIENCE_NANOS;
        if (leading && resigning) {
            resign(now);
        } else if (leading && !waiting && now - sentNanos >= pauseNanos()) {
            describe.accept(meta);
            sent(now);
            own.tick(epoch, meta);
        } else if (!leading && !waiting && resigning) {
            resigned.complete(null);
        } else if (!leading && !waiting && mayStand(now, silence)) {
            stand(now);
        }
    }

    private long pauseNanos() {
        return expiriesDue ? HURRY_NANOS : settings.tickInterval().toNanos();
    }

    private void resign(long now) {
        if (!resignSent || now - sentNanos >= PATIENCE_NANOS) {
            resignSent = true;
            sent(now);
            own.resign(epoch);
        }
    }

    private boolean mayStand(long now, boolean silence) {
        if (!vigil.caughtUp(now)) {
            return false;
        }
        describe.accept(meta);
        boolean vacant = meta.leaderHi == 0 && meta.leaderLo == 0;
        if (doubt.holdsBack(silence)) {
            return false;
        }
        deposing = !vacant;
        return (vacant || silence) && vigil.clockIsTrue(now);
    }

    private void stand(long now) {
        log.info("standing for leadership of epoch {} as {}", meta.epoch + 1, self);
        sent(now);
        own.lead(meta);
    }

    private void sent(long now) {
        inFlight = true;
        sentNanos = now;
    }

    /** Asks to hand over; done when the RESIGN is applied, or at once if this process does not lead. Any thread. */
    public CompletableFuture<Void> resign() {
        resigning = true;
        return resigned;
    }

    /** Whether this process leads, as of the last applied record. Any thread. */
    public boolean leading() {
        return leading;
    }

    /** The epoch it last led, 0 for none. Any thread. */
    public long epoch() {
        return epoch;
    }

    /** TICKs of ours that took effect. Any thread. */
    public long ticks() {
        return ticks;
    }

    /** Times that it came to lead in place of one that had fallen silent. Any thread. */
    public long takeOvers() {
        return takeOvers;
    }

    /** Of these the times that the other was found alive. Any thread. */
    public long falseTakeOvers() {
        return falseTakeOvers;
    }

    /** Records that name this process, took effect and were not appended by it. Any thread. */
    public long foreignWords() {
        return own.foreign();
    }

    /** Offset of its own RESIGN, -1 before; set before the state thread hands that record on. Any thread. */
    public long resignedAt() {
        return resignedAt;
    }
}
