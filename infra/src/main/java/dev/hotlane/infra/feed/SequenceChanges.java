package dev.hotlane.infra.feed;

import dev.hotlane.processor.state.ChangeTrace;
import dev.hotlane.processor.state.ChangeTrace.Cause;
import dev.hotlane.processor.state.ChangeTrace.Change;
import dev.hotlane.processor.state.ChangeTrace.Numbers;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.HoldImage;
import dev.hotlane.processor.state.HoldSink;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.sbe.CommandKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes the records of a sequence out of the effects of its log record. A key that changed twice is one change: the
 * numbers before the first, and after the last. Owned by one thread.
 */
final class SequenceChanges {
    private final FeedScope scope;
    private final ChangeTrace trace = new ChangeTrace();
    private final Effects effects = new Effects(trace);
    private final FeedJson json = new FeedJson();
    private final SequenceParts parts = new SequenceParts(SequenceParts.BYTES_MAX);
    private final HoldImage image = new HoldImage();
    private final RecordView view = new RecordView();
    private final Map<String, Span> changed = new LinkedHashMap<>();
    private final List<byte[]> reservations = new ArrayList<>();
    private boolean ofCommand;
    private int resolved;

    /** A counter before the record and after it. */
    private record Span(Numbers before, Numbers after, boolean ofCommand) {}

    SequenceChanges(FeedScope scope) {
        this.scope = scope;
    }

    /** The effects that the state writes. */
    Effects effects() {
        return effects;
    }

    /** Adds what the last record did to the cut. */
    void addTo(FeedCut cut, long seq, long time, byte[] key, byte[] value) {
        if (effects.changedBytes() == 0) {
            return;
        }
        changed.clear();
        reservations.clear();
        ofCommand = false;
        resolved = 0;
        trace.forEach(effects, this::change);
        effects.forEachHold(image, holds);
        List<byte[]> changes = new ArrayList<>(changed.size());
        changed.forEach((name, span) -> {
            Numbers before = scope.shown(span.before());
            Numbers after = scope.shown(span.after());
            if (!before.equals(after)) {
                ofCommand |= span.ofCommand();
                changes.add(json.change(bytes(name), before, after));
                cut.counters.add(new FeedCut.Counter(name, after));
            }
        });
        if (!changes.isEmpty() || !reservations.isEmpty()) {
            String kind = ofCommand ? kind(key, value) : "expiry";
            SequenceParts.Head head = new SequenceParts.Head(seq, time, kind, ofCommand ? key : null);
            cut.changes.addAll(parts.compose(head, changes, reservations));
        }
    }

    private void change(Change change) {
        if (scope.has(change.key(), change.offset(), change.length())) {
            String key = new String(change.key(), change.offset(), change.length(), StandardCharsets.ISO_8859_1);
            Span first = changed.get(key);
            boolean own = change.cause() == Cause.COMMAND || first != null && first.ofCommand();
            changed.put(key, new Span(first == null ? change.before() : first.before(), change.after(), own));
        }
    }

    private final HoldSink holds = new HoldSink() {
        @Override
        public void opened(HoldImage hold) {
            add(hold, true);
        }

        @Override
        public void changed(HoldImage hold) {
            add(hold, true);
        }

        @Override
        public void resolved(HoldImage hold) {
            add(hold, resolved++ >= trace.expiries());
        }

        private void add(HoldImage hold, boolean own) {
            byte[] shown = json.reservation(hold, scope);
            if (shown != null) {
                reservations.add(shown);
                ofCommand |= own;
            }
        }
    };

    private String kind(byte[] key, byte[] value) {
        if (view.wrap(key, value) != RecordKind.COMMAND) {
            throw new IllegalStateException("a record that is no command changed counters");
        }
        return switch (CommandKind.get((short) view.command().kind())) {
            case TRANSACT -> view.command().hold() ? "reservation" : "transaction";
            case CONFIRM -> "confirm";
            case CANCEL -> "cancel";
            case EXTEND -> "extend";
            case ABANDON, NULL_VAL ->
                throw new IllegalStateException("a command that changes nothing changed counters");
        };
    }

    /** The bytes of a key of {@link FeedCut.Counter}. */
    static byte[] bytes(String name) {
        return name.getBytes(StandardCharsets.ISO_8859_1);
    }
}
