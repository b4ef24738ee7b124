package dev.hotlane.processor.lead;

import dev.hotlane.processor.flow.Positions;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.state.DivergenceException;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordKind;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This process' part in leadership: follows while another leads, stands when no process leads, sends TICKs while it
 * leads, resigns on request. Owned by the state thread unless a method names another. The newest applied record alone
 * decides whether this process leads.
 */
public final class Contender {
    private static final Logger log = LoggerFactory.getLogger(Contender.class);

    /**
     * Delay before a record of ours that was not read back is appended again. It is short enough that one lost TICK
     * causes no take-over. If both copies arrive, the second has no effect but for the clock in a TICK.
     */
    private static final long PATIENCE_NANOS = 400_000_000;

    /** Pause between two TICKs while expired holds wait for records. The previous TICK must have been read back. */
    private static final long HURRY_NANOS = 1_000_000;

    private final Incarnation self;
    private final LeadSettings settings;
    private final Clocks clocks;
    private final SilenceWatch vigil;
    private final Consumer<Meta> describe;
    private final LongConsumer onRoundTrip;
    private final Resignation resignation;
    private final OwnRecords own;
    private final Doubt doubt;
    private final Meta meta = new Meta();
    private boolean expiriesDue;
    private boolean inFlight;
    private long sentNanos;
    private boolean resignSent;
    private boolean deposing;
    private volatile boolean leading;
    private volatile long epoch;
    private volatile long ticks;
    private volatile long takeOvers;
    private volatile long falseTakeOvers;

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
        own = new OwnRecords(self, clocks, positions, outlet);
        doubt = new Doubt(own, clocks);
        resignation = new Resignation(positions.passed());
        vigil = new SilenceWatch(replay, clocks, positions);
    }

    /**
     * Processes an applied record that is neither command nor read; {@code leads}: this process leads after it.
     *
     * @param contradiction of a TICK in the leader's name that contradicts this state, else null
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
        } else if (kind == RecordKind.LEAD && accepted && leads && own.hidesMemory(value)) {
            throw OwnRecords.hidden(offset);
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

    /** Only the leader that this process deposed sends TICKs after our LEAD: it was alive. */
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
            // Send the first TICK at once: gateways wait for its BEAT.
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
            if (accepted && epoch > 0 && !resignation.requested()) {
                throw deposed(offset);
            }
        }
    }

    /** A LEAD of the next epoch names this process. A leader appends no LEAD, so another process appended it. */
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
        if (resignation.requested()) {
            resignation.applied(offset);
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
     * Records below {@code next} are applied; {@code timestamp} is the broker's append time of the last one.
     *
     * @param due whether expired holds wait for the next records
     */
    public void onProgress(long next, long timestamp, boolean due) {
        expiriesDue = due;
        if (!leading) {
            vigil.progressed(next, timestamp);
        }
        onQuiet();
    }

    /** Appends what is due by time: TICK, LEAD or RESIGN. */
    public void onQuiet() {
        long now = clocks.nanos().getAsLong();
        boolean silence = !leading && vigil.silentFor(settings.takeoverSilence());
        boolean waiting = inFlight && now - sentNanos < PATIENCE_NANOS;
        if (resignation.requested()) {
            leave(now, waiting);
        } else if (leading && !waiting && now - sentNanos >= pauseNanos()) {
            tick(now);
        } else if (!leading && !waiting && mayStand(now, silence)) {
            stand(now);
        }
    }

    private long pauseNanos() {
        return expiriesDue ? HURRY_NANOS : settings.tickInterval().toNanos();
    }

    private void tick(long now) {
        describe.accept(meta);
        sent(now);
        own.tick(epoch, meta);
    }

    /** Appends the RESIGN and, once it is applied, a TICK that the state ignores. Repeats each until it is read back. */
    private void leave(long now, boolean waiting) {
        if (leading && (!resignSent || now - sentNanos >= PATIENCE_NANOS)) {
            resignSent = true;
            sent(now);
            own.resign(epoch);
        } else if (!leading && resignation.needsTick(waiting)) {
            tick(now);
        }
    }

    private boolean mayStand(long now, boolean silence) {
        if (!vigil.caughtUp(now) || doubt.holdsBack(silence)) {
            return false;
        }
        describe.accept(meta);
        boolean vacant = meta.leaderHi == 0 && meta.leaderLo == 0;
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

    /** Requests a resignation; done when a TICK passed the RESIGN, or at once if it does not lead. Any thread. */
    public CompletableFuture<Void> resign() {
        return resignation.request();
    }

    /** Whether this process leads, as of the last applied record. Any thread. */
    public boolean leading() {
        return leading;
    }

    /** The last epoch that it led, 0 for none. Any thread. */
    public long epoch() {
        return epoch;
    }

    /** TICKs of ours that took effect. Any thread. */
    public long ticks() {
        return ticks;
    }

    /** Take-overs of this process from a leader that fell silent. Any thread. */
    public long takeOvers() {
        return takeOvers;
    }

    /** Take-overs of this process from a leader that was alive. Any thread. */
    public long falseTakeOvers() {
        return falseTakeOvers;
    }

    /** Records that name this process, took effect and were not appended by it. Any thread. */
    public long foreignWords() {
        return own.foreign();
    }

    /** Offset of its own RESIGN, -1 before; set before the state thread hands that record on. Any thread. */
    public long resignedAt() {
        return resignation.offset();
    }
}
