package dev.hotlane.proof.simulation;

import dev.hotlane.proof.model.LogEntry;
import dev.hotlane.proof.model.ModelAnswer;
import dev.hotlane.protocol.ReadView;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.LeadDecoder;
import dev.hotlane.protocol.sbe.MessageHeaderDecoder;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import dev.hotlane.protocol.sbe.ResignDecoder;
import dev.hotlane.protocol.sbe.TickDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** Decodes what the product wrote: replies as the model's answers, records of leadership as the model's entries. */
final class Decoder {
    private static final ThreadLocal<RecordView> VIEW = ThreadLocal.withInitial(RecordView::new);

    private Decoder() {}

    /** Decodes a record that a processor appended. */
    static LogEntry leadership(byte[] value) {
        RecordView view = VIEW.get();
        switch (view.wrap(null, value)) {
            case TICK -> {
                TickDecoder tick = view.tick();
                return new LogEntry.Tick(
                        tick.epoch(),
                        new LogEntry.Leader(tick.leaderHi(), tick.leaderLo()),
                        tick.wallClock(),
                        tick.applied(),
                        tick.applied(),
                        tick.previousTick(),
                        false);
            }
            case LEAD -> {
                LeadDecoder lead = view.lead();
                return new LogEntry.Lead(
                        lead.epoch(), new LogEntry.Leader(lead.leaderHi(), lead.leaderLo()), lead.lastTick());
            }
            case RESIGN -> {
                ResignDecoder resign = view.resign();
                return new LogEntry.Resign(resign.epoch(), new LogEntry.Leader(resign.leaderHi(), resign.leaderLo()));
            }
            default -> throw new Violation("I0", "a processor appended something else than leadership", null);
        }
    }

    /** Decodes a READ of counters that a gateway appended. */
    static LogEntry.ReadCounters read(byte[] value) {
        RecordView view = VIEW.get();
        if (view.wrap(null, value) != RecordKind.READ) {
            throw new Violation("I0", "a gateway's view appended something else than a READ", null);
        }
        ReadView read = view.read();
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < read.keyCount(); i++) {
            keys.add(new String(read.bytes(), read.keyOffset(i), read.keyLength(i), StandardCharsets.UTF_8));
        }
        return new LogEntry.ReadCounters(keys);
    }

    /** The digest that a TICK names. */
    static long previousDigest(byte[] value) {
        RecordView view = VIEW.get();
        view.wrap(null, value);
        return view.tick().previousDigest();
    }

    /** Decodes a reply of that length, with its message header. */
    static ModelAnswer answer(byte[] reply, int length) {
        ReplyDecoder in = new ReplyDecoder();
        in.wrapAndApplyHeader(new UnsafeBuffer(reply, 0, length), 0, new MessageHeaderDecoder());
        return answer(in);
    }

    static ModelAnswer answer(ReplyDecoder in) {
        ModelAnswer.Refusal refusal = null;
        for (ReplyDecoder.ProblemDecoder at : in.problem()) {
            refusal =
                    new ModelAnswer.Refusal(at.failedOp(), at.available(), at.limit(), at.retryAfterMs(), at.horizon());
        }
        List<ModelAnswer.Result> results = new ArrayList<>();
        for (ReplyDecoder.ResultsDecoder at : in.results()) {
            results.add(new ModelAnswer.Result(at.previous(), at.value(), at.version()));
        }
        List<ModelAnswer.Counter> counters = new ArrayList<>();
        for (ReplyDecoder.CountersDecoder at : in.counters()) {
            counters.add(new ModelAnswer.Counter(at.value(), at.version(), at.held(), at.confirmed()));
        }
        List<ModelAnswer.Hold> holds = new ArrayList<>();
        for (ReplyDecoder.HoldsDecoder at : in.holds()) {
            holds.add(hold(at));
        }
        byte[] cursor = new byte[in.cursorLength()];
        in.getCursor(cursor, 0, cursor.length);
        return new ModelAnswer(
                ModelAnswer.Verdict.valueOf(Verdict.of(in.verdict()).name()),
                in.flags().replayed(),
                in.flags().stored(),
                in.sequence(),
                in.time(),
                in.originSequence(),
                in.originTime(),
                refusal,
                results,
                counters,
                holds,
                text(cursor));
    }

    private static ModelAnswer.Hold hold(ReplyDecoder.HoldsDecoder at) {
        ModelAnswer.HoldState state = ModelAnswer.HoldState.valueOf(at.state().name());
        long created = at.createdSequence();
        long createdAt = at.createdAt();
        long expiresAt = at.expiresAt();
        long resolvedAt = at.resolvedAt();
        List<ModelAnswer.Line> lines = new ArrayList<>();
        for (ReplyDecoder.HoldsDecoder.LinesDecoder line : at.lines()) {
            long quantity = line.quantity();
            long remaining = line.remaining();
            long confirmed = line.confirmed();
            byte[] key = new byte[line.keyLength()];
            line.getKey(key, 0, key.length);
            lines.add(new ModelAnswer.Line(text(key), quantity, remaining, confirmed));
        }
        byte[] id = new byte[at.idLength()];
        at.getId(id, 0, id.length);
        byte[] owner = new byte[at.ownerLength()];
        at.getOwner(owner, 0, owner.length);
        return new ModelAnswer.Hold(state, created, createdAt, expiresAt, resolvedAt, lines, text(id), text(owner));
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
