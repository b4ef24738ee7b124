package dev.hotlane.processor.state;

import dev.hotlane.protocol.Hash;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.Rules;

/**
 * The whole state of the lane and the one function that changes it. A pure function of the log prefix: the same
 * records give the same state, digest and replies in every process. Owned by the state thread.
 */
public final class State {
    private final Counters counters = new Counters();
    private final PassedBuckets passed = new PassedBuckets(counters);
    private final Holds holds = new Holds();
    private final Outcomes outcomes = new Outcomes(holds);
    private final Leadership leadership = new Leadership();
    private final Answers answers = new Answers();
    private final Commands commands = new Commands(counters, passed, holds, outcomes, answers);
    private final Reads reads = new Reads(counters, holds, outcomes, answers);
    private final RecordView steppedOver = new RecordView();
    private final CommandContext attempt = new CommandContext();
    private final HoldImage image = new HoldImage();
    private final RulesInForce inForce = new RulesInForce(counters, holds, outcomes);
    private final StateSize size = new StateSize(counters, holds, outcomes.window(), inForce);
    private final Skips skips = new Skips();
    private final LookAhead ahead = new LookAhead(counters, holds, outcomes.window(), skips);

    private Rules rules;
    private long sequenceBase;
    private long nextOffset;
    private long allowedTime;
    private long windowKept;
    private long resolvedKept;

    /** An empty state; its first record has offset 0. */
    public State() {}

    /** Takes the next records before their turn; then they are applied faster. */
    public LookAhead ahead() {
        return ahead;
    }

    /**
     * Applies the next record; offsets must be dense. Writes its effects to {@code out}.
     *
     * @param timestamp the broker's append time of the record, epoch milliseconds
     * @throws UnknownRulesException if RULES name a format that this build does not support
     * @throws LateSkipException if a SKIP takes effect on a record that was applied without it
     */
    public void apply(long offset, long timestamp, byte[] key, byte[] value, Effects out) {
        if (offset != nextOffset) {
            throw new IllegalStateException("record at offset " + offset + " came when " + nextOffset + " was due");
        }
        nextOffset = offset + 1;
        if (skips.take(offset)) {
            stepOver(offset, timestamp, key, value, out);
            return;
        }
        Decoded record = ahead.take(key, value);
        RecordView view = record.view;
        RecordKind kind = record.kind;
        out.reset(kind);
        if (kind == RecordKind.GARBAGE) {
            return;
        }
        boolean ticks = kind == RecordKind.TICK && leadership.follows(view.tick(), offset, rules);
        long sequence = sequenceBase + offset;
        advance(timestamp, sequence, out);
        switch (kind) {
            case COMMAND -> command(record, sequence, timestamp, key, out);
            case READ -> reads.run(view.read(), rules, sequence, leadership.logTime(), out);
            case LEAD -> out.acceptIf(leadership.lead(view.lead()));
            case RESIGN -> out.acceptIf(leadership.resign(view.resign()));
            case RULES -> {
                out.acceptIf(inForce.put(offset, view.rules()));
                rules = inForce.rules();
            }
            case SKIP -> skips.require(view.skippedOffset(), offset);
            case TICK -> {
                skips.ticked(view.tick().applied(), offset);
                out.acceptIf(ticks);
            }
            case GARBAGE -> throw new IllegalStateException("garbage has no effect");
        }
        trim();
        if (ticks) {
            leadership.ticked(offset);
            leadership.tickDigest(digest());
            out.replied = view.tick().replied();
            out.flushed = view.tick().flushed();
        }
    }

    /** TICKs applied since the start report every record below it as applied; 0 for no TICK. */
    public long passed() {
        return skips.passed();
    }

    /** How the last TICK, if it was the reigning leader's, contradicted this state; null if it did not. */
    public DivergenceException contradiction() {
        return leadership.contradiction();
    }

    /** Steps over a harmful record: it advances no clock and runs no content; only its id is remembered. */
    private void stepOver(long offset, long timestamp, byte[] recordKey, byte[] value, Effects out) {
        if (RecordView.mayBe(RecordKind.TICK, value) && steppedOver.wrap(recordKey, value) == RecordKind.TICK) {
            // A TICK voids later SKIPs even if it is stepped over: SkipScan reads it before the SKIP that names it.
            skips.ticked(steppedOver.tick().applied(), offset);
        }
        out.reset(RecordKind.SKIP);
        out.acceptIf(true);
        begin(sequenceBase + offset, timestamp, recordKey, out);
        commands.quarantine(attempt);
    }

    /** Advances T past at most expiriesPerRecord expiries; stops just before the next unexpired hold. */
    private void advance(long timestamp, long sequence, Effects out) {
        allowedTime = leadership.allowed(timestamp);
        if (rules == null) {
            leadership.advance(allowedTime);
            return;
        }
        for (int left = rules.expiriesPerRecord(); left > 0 && expiriesDue(); left--) {
            commands.expireNext(sequence, out);
            answers.counts().expired();
        }
        leadership.advance(expiriesDue() ? holds.nextExpiry() - 1 : allowedTime);
        passed.sweep(leadership.logTime(), rules.expiriesPerRecord(), out);
    }

    private void command(Decoded record, long sequence, long timestamp, byte[] recordKey, Effects out) {
        attempt.record = record;
        attempt.command = record.view.command();
        begin(sequence, timestamp, recordKey, out);
        commands.run(attempt);
    }

    private void begin(long sequence, long timestamp, byte[] recordKey, Effects out) {
        attempt.recordKey = recordKey;
        attempt.sequence = sequence;
        attempt.logTime = leadership.logTime();
        attempt.timestamp = timestamp;
        attempt.rules = rules;
        attempt.out = out;
    }

    private void trim() {
        if (rules != null) {
            outcomes.trim(leadership.logTime(), rules);
            holds.trim(leadership.logTime(), rules, counters.bytes());
        }
    }

    private long digest() {
        long scalars = Hash.mix(Hash.mix(Hash.mix(inForce.hash(), nextOffset), sequenceBase), outcomes.horizon());
        long rows = counters.sum() + holds.sum() + outcomes.window().sum();
        return rows + leadership.hash(scalars);
    }

    /** Fills {@code meta} with the state after the last applied record. */
    public void describe(Meta meta) {
        Window window = outcomes.window();
        leadership.describe(meta);
        meta.nextOffset = nextOffset;
        meta.sequenceBase = sequenceBase;
        meta.horizon = outcomes.horizon();
        meta.digest = digest();
        meta.windowCount = window.count();
        meta.windowStart = window.count() == 0 ? sequenceBase + nextOffset : window.oldestSequence();
        meta.windowOldest = window.count() == 0 ? leadership.logTime() : window.oldestKeepTime();
        meta.counters = counters.count();
        meta.holdsOpen = holds.open();
        meta.holdsResolved = holds.resolved();
        meta.resolvedStart = holds.resolved() == 0 ? sequenceBase + nextOffset : holds.oldestResolvedSequence();
        meta.rules = inForce.encoded();
        meta.rulesVersion = rules == null ? 0 : rules.rulesVersion();
        meta.lastTickWallClock = rules == null || meta.lastTick < 0 ? 0 : meta.ceiling - rules.tickSlackMs();
    }

    /** Whether expired holds wait for a record; the next records expire them. */
    public boolean expiriesDue() {
        return holds.open() > 0 && holds.nextExpiry() <= allowedTime;
    }

    /** Number of these holds, counted up to {@code most}. */
    public int expiriesWaiting(int most) {
        return holds.expiring(allowedTime, most);
    }

    /** What it decided in this process, since it was loaded. */
    public StateCounts counts() {
        return answers.counts();
    }

    /** How much it has, and how much RULES allow. */
    public StateSize size() {
        return size;
    }

    /** Whether the newest applied leadership record names this incarnation as leader. */
    public boolean isLedBy(long hi, long lo) {
        return leadership.isLedBy(hi, lo);
    }

    /** Log time T after the last applied record, epoch milliseconds. */
    public long logTime() {
        return leadership.logTime();
    }

    /** Next offset to apply. */
    public long nextOffset() {
        return nextOffset;
    }

    /** Sets the records to step over, ascending, that a SkipScan found. After loading, before the first record. */
    public void quarantine(long[] offsets) {
        quarantine(offsets, nextOffset);
    }

    /** As the other. No TICK may have passed records from {@code passed} on, so a SKIP of one still takes effect. */
    public void quarantine(long[] offsets, long passed) {
        skips.begin(offsets, nextOffset, passed);
    }

    /**
     * Anchors the state to another log, an operator's last resort. That log's first record comes next, with the
     * sequence {@code base}, and no process leads. Base and epoch must be above all that were ever published.
     */
    public void anchor(long base, long epoch) {
        nextOffset = 0;
        sequenceBase = base;
        leadership.anchor(epoch);
        skips.begin(Skips.NONE, nextOffset, nextOffset);
    }

    /** Begins loading, before any row: takes everything that is no row, and sizes the tables. */
    public void beginLoad(Meta meta) {
        leadership.load(meta);
        nextOffset = meta.nextOffset;
        skips.begin(Skips.NONE, nextOffset, nextOffset);
        sequenceBase = meta.sequenceBase;
        outcomes.load(meta.horizon);
        windowKept = Math.toIntExact(meta.windowCount);
        resolvedKept = Math.toIntExact(meta.holdsResolved);
        inForce.load(meta.rulesInForce());
        rules = inForce.rules();
        counters.reserve(meta.counters);
        outcomes.window().reserve(windowKept);
    }

    /** Loads one counter of a checkpoint into an empty state. */
    public void loadCounter(byte[] key, long value, long version, long held, long confirmed) {
        long hash = counters.hash(key, 0, key.length);
        counters.set(counters.acquire(key, 0, key.length, hash), hash, value, version, held, confirmed);
    }

    /** Loads one hold of a checkpoint, resolved ones in the order of their resolution. */
    public void loadHold(byte[] source, int offset) {
        holds.load(image.wrap(source, offset));
    }

    /** Loads one window entry of a checkpoint, in order. */
    public void loadWindowEntry(long sequence, byte[] payload, int offset, int length) {
        outcomes.window().load(sequence, payload, offset, length);
    }

    /**
     * Ends loading. Keeps the last window entries and resolved holds, in the numbers of the meta row. Returns the
     * digest of the loaded state, to be compared with {@code meta.digest}.
     */
    public long endLoad() {
        outcomes.window().endLoad();
        while (outcomes.window().count() > windowKept) {
            outcomes.window().drop();
        }
        holds.endLoad(resolvedKept);
        return digest();
    }

    /** Reads one counter, for comparing a state with a database. */
    public void counterRow(byte[] key, CounterRow row) {
        int slot = counters.find(key, 0, key.length, counters.hash(key, 0, key.length));
        row.row(counters.value(slot), counters.version(slot), counters.held(slot), counters.confirmed(slot));
    }

    /** What the next record would do to T, before it is applied. */
    public NextTime nextTime() {
        return new NextTime(leadership, holds, skips, rules);
    }

    /** Its rows, to be read one by one or in order. */
    public StateRows rows() {
        return new StateRows(counters, holds, outcomes.window());
    }
}
