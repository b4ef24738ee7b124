package dev.hotlane.processor.state;

import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Hash;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.RulesCodec;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.ReadKind;

/**
 * The whole state of the lane and the one function that changes it. A pure function of the log prefix: the same
 * records give the same state, digest and replies in every process. Owned by the state thread.
 */
public final class State {
    private final RecordView view = new RecordView();
    private final Counters counters = new Counters();
    private final Window window = new Window();
    private final Leadership leadership = new Leadership();
    private final Transaction transaction = new Transaction(counters);
    private final Answers answers = new Answers();
    private final Outcome outcome = new Outcome();
    private final CommandId readId = new CommandId();

    private Rules rules;
    private long rulesHash;
    private long sequenceBase;
    private long nextOffset;
    private long horizon;

    /** An empty state that expects the record at offset 0. */
    public State() {}

    /**
     * Applies the next record; offsets must be dense. Leaves what it did in {@code out}.
     *
     * @param timestamp the broker's append time of the record, epoch milliseconds
     * @throws DivergenceException if the leader's digest is not ours: nothing of this record may leave the process
     * @throws UnknownRulesException if RULES name a format this build does not know
     */
    public void apply(long offset, long timestamp, byte[] key, byte[] value, Effects out) {
        if (offset != nextOffset) {
            throw new IllegalStateException("record at offset " + offset + " came when " + nextOffset + " was due");
        }
        nextOffset = offset + 1;
        RecordKind kind = view.wrap(key, value);
        out.reset(kind);
        if (kind == RecordKind.GARBAGE) {
            return;
        }
        boolean ticks = kind == RecordKind.TICK && rules != null && leadership.accepts(view.tick());
        if (ticks) {
            leadership.beforeTick(view.tick(), rules.tickSlackMs());
        }
        leadership.advance(timestamp);
        switch (kind) {
            case COMMAND -> command(offset, timestamp, key, out);
            case READ -> read(offset, out);
            case LEAD -> acceptIf(leadership.lead(view.lead()), out);
            case RESIGN -> acceptIf(leadership.resign(view.resign()), out);
            case RULES -> acceptIf(putInForce(offset, view.rules()), out);
            default -> acceptIf(ticks, out);
        }
        trim();
        if (ticks) {
            leadership.ticked(offset);
            leadership.tickDigest(digest());
        }
    }

    private static void acceptIf(boolean accepted, Effects out) {
        if (accepted) {
            out.accept();
        }
    }

    private void command(long offset, long timestamp, byte[] id, Effects out) {
        CommandView command = view.command();
        long sequence = sequenceBase + offset;
        answers.begin(out, command, id, sequence, leadership.logTime());
        Verdict refusal = inadmissible(command);
        if (refusal != Verdict.OK) {
            answers.refuse(refusal, horizon);
            return;
        }
        // All tables are larger than any cache: asked early and together, their misses overlap.
        window.touch(command.id().hi(), command.id().lo());
        transaction.touch(command);
        long place = window.find(command.id().hi(), command.id().lo());
        if (place >= 0) {
            window.read(place, outcome);
            if (outcome.fingerprint() == command.fingerprint()) {
                answers.stored(outcome);
            } else {
                answers.refuse(Verdict.ID_REUSED, horizon);
            }
            return;
        }
        refusal = untimely(command.id().time(), timestamp);
        if (refusal != Verdict.OK) {
            answers.refuse(refusal, horizon);
            return;
        }
        execute(command, sequence, timestamp, out);
    }

    private Verdict inadmissible(CommandView command) {
        if (rules == null || command.formatVersion() > rules.formatVersion()) {
            return Verdict.UNSUPPORTED;
        }
        if (command.fault() != Verdict.OK) {
            return command.fault();
        }
        if (command.kind() != CommandKind.TRANSACT.value() || command.hold()) {
            return Verdict.UNSUPPORTED;
        }
        if (command.opCount() > rules.opsMax()) {
            return Verdict.MALFORMED;
        }
        return Transaction.knows(command) ? Verdict.OK : Verdict.UNSUPPORTED;
    }

    /** An id that is not in the window may have been there: one with its own time can tell. */
    private Verdict untimely(long idTime, long timestamp) {
        if (idTime == CommandId.NO_TIME) {
            return Verdict.OK;
        }
        if (idTime <= horizon) {
            return Verdict.ID_EXPIRED;
        }
        long now = Math.max(leadership.logTime(), timestamp);
        return idTime - rules.idFutureMs() > now ? Verdict.ID_IN_FUTURE : Verdict.OK;
    }

    private void execute(CommandView command, long sequence, long timestamp, Effects out) {
        long time = leadership.logTime();
        Verdict verdict = transaction.run(command, rules, time, sequence, out);
        byte[] entry = out.windowEntryBuffer(Outcome.lengthMax(command.opCount()));
        // Before the first TICK ever the log clock shows 0: kept by that, an id would be forgotten at the first TICK.
        long keptFrom = time == 0 ? timestamp : time;
        outcome.begin(entry, command.id(), command.fingerprint(), keptFrom, sequence);
        answers.decided(verdict, transaction, command.opCount(), outcome);
        out.remembered(outcome.length());
        window.append(sequence, entry, 0, outcome.length());
    }

    private void read(long offset, Effects out) {
        ReadView read = view.read();
        answers.begin(out, read, sequenceBase + offset, leadership.logTime());
        Verdict fault = read.fault();
        if (fault == Verdict.OK && rules != null && read.keyCount() > rules.readKeysMax()) {
            fault = Verdict.MALFORMED;
        }
        if (fault != Verdict.OK) {
            answers.refuse(fault, horizon);
        } else if (read.kind() == ReadKind.COUNTERS.value()) {
            answers.counters(read, counters);
        } else if (read.kind() == ReadKind.COMMAND.value()) {
            readCommand(read);
        } else {
            answers.refuse(Verdict.UNSUPPORTED, horizon);
        }
    }

    private void readCommand(ReadView read) {
        if (!readId.parse(read.target())) {
            answers.refuse(Verdict.MALFORMED, horizon);
            return;
        }
        long place = window.find(readId.hi(), readId.lo());
        if (place >= 0) {
            window.read(place, outcome);
            answers.stored(outcome);
        } else {
            boolean gone = readId.time() != CommandId.NO_TIME && readId.time() <= horizon;
            answers.refuse(gone ? Verdict.ID_EXPIRED : Verdict.NOT_FOUND, horizon);
        }
    }

    /** Asks for the format before anything that a newer build may judge otherwise. */
    private boolean putInForce(long offset, Rules next) {
        int current = rules == null ? 0 : rules.rulesVersion();
        if (next.rulesVersion() != current + 1) {
            return false;
        }
        if (next.formatVersion() > Rules.KNOWN_FORMAT_MAX) {
            throw new UnknownRulesException(offset, next.formatVersion(), Rules.KNOWN_FORMAT_MAX);
        }
        if (next.fault() != null || rules != null && next.hashSeed() != rules.hashSeed()) {
            return false;
        }
        if (rules == null) {
            seed(next.hashSeed());
        }
        enforce(next);
        return true;
    }

    private void seed(long seed) {
        counters.seed(seed);
        window.seed(seed);
    }

    private void enforce(Rules next) {
        rules = next;
        byte[] encoded = RulesCodec.encode(next);
        rulesHash = Hash.of(encoded, 0, encoded.length, 0);
    }

    private void trim() {
        for (int dropped = 0; dropped < Window.DROPS_MAX && window.count() > 0; dropped++) {
            boolean old = leadership.logTime() - window.oldestKeepTime() > rules.windowAgeMs();
            if (!old && window.count() <= rules.windowSize()) {
                return;
            }
            horizon = Math.max(horizon, window.drop());
        }
    }

    private long digest() {
        long scalars = Hash.mix(Hash.mix(Hash.mix(rulesHash, nextOffset), sequenceBase), horizon);
        return counters.sum() + window.sum() + leadership.hash(scalars);
    }

    /** Describes the state after the last applied record. */
    public void describe(Meta meta) {
        leadership.describe(meta);
        meta.nextOffset = nextOffset;
        meta.sequenceBase = sequenceBase;
        meta.horizon = horizon;
        meta.digest = digest();
        meta.windowCount = window.count();
        meta.windowStart = window.count() == 0 ? sequenceBase + nextOffset : window.oldestSequence();
        meta.windowOldest = window.count() == 0 ? leadership.logTime() : window.oldestKeepTime();
        meta.counters = counters.count();
        meta.rules = rules;
    }

    /** Whether the newest applied leadership record names this incarnation as leader. */
    public boolean isLedBy(long hi, long lo) {
        return leadership.isLedBy(hi, lo);
    }

    /** Next offset to apply. */
    public long nextOffset() {
        return nextOffset;
    }

    /** Must come first when loading: takes everything that is no row, and sizes the tables. */
    public void beginLoad(Meta meta) {
        leadership.load(meta);
        nextOffset = meta.nextOffset;
        sequenceBase = meta.sequenceBase;
        horizon = meta.horizon;
        if (meta.rules != null) {
            seed(meta.rules.hashSeed());
            enforce(meta.rules);
        }
        counters.reserve(meta.counters);
    }

    /** Loads one counter of a checkpoint into an empty state. */
    public void loadCounter(byte[] key, long value, long version, long held, long confirmed) {
        long hash = counters.hash(key, 0, key.length);
        counters.set(counters.acquire(key, 0, key.length, hash), hash, value, version, held, confirmed);
    }

    /** Loads one window entry of a checkpoint, in sequence order. */
    public void loadWindowEntry(long sequence, byte[] payload, int offset, int length) {
        window.append(sequence, payload, offset, length);
    }

    /** Ends loading; gives the digest of what was loaded, to be compared with {@code meta.digest}. */
    public long endLoad() {
        return digest();
    }

    /** Receives the rows of a counter table; see {@link #counterRow}. */
    public interface CounterRow {
        /** The numbers of one counter; all 0 if it is absent. */
        void row(long value, long version, long held, long confirmed);
    }

    /** Looks one counter up, for comparing a state with a database. */
    public void counterRow(byte[] key, CounterRow row) {
        int slot = counters.find(key, 0, key.length, counters.hash(key, 0, key.length));
        row.row(counters.value(slot), counters.version(slot), counters.held(slot), counters.confirmed(slot));
    }

    /** Whether the window has this very entry, for comparing a state with a database. */
    public boolean remembers(long sequence, byte[] payload, int offset, int length) {
        return window.holds(sequence, payload, offset, length);
    }
}
