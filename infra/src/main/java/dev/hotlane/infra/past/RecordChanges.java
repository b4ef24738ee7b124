package dev.hotlane.infra.past;

import dev.hotlane.processor.state.ChangeSink;
import dev.hotlane.processor.state.ChangeTrace;
import dev.hotlane.processor.state.ChangeTrace.Cause;
import dev.hotlane.processor.state.ChangeTrace.Change;
import dev.hotlane.processor.state.ChangeTrace.Numbers;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.HoldImage;
import dev.hotlane.processor.state.HoldSink;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.CommandId;
import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.Sender;
import dev.hotlane.protocol.sbe.CommandKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Picks the changes of a query out of the effects of each record. One thread. */
final class RecordChanges implements ChangeSink, HoldSink {
    private final HistoryQuery.Kind kind;
    private final byte[] wanted;
    private final ChangeTrace trace;
    private final Consumer<TracedChange> out;
    private final HoldImage image = new HoldImage();
    private final RecordView view = new RecordView();
    private final List<byte[]> resolved = new ArrayList<>();
    private boolean met;
    private boolean metByCommand;
    private long expiresAt;
    private TracedChange.Expiry extended;

    /** @param state before the first record that is followed */
    RecordChanges(HistoryQuery query, State state, ChangeTrace trace, Consumer<TracedChange> out) {
        kind = query.kind();
        wanted = query.bytes();
        this.trace = trace;
        this.out = out;
        CommandId id = new CommandId();
        if (kind == HistoryQuery.Kind.RESERVATION
                && id.parseKey(wanted)
                && state.rows().hold(id, image)) {
            expiresAt = image.expiresAt();
        }
    }

    /** Passes on the changes of that record, with the log time and sequence after it. */
    void follow(ConsumerRecord<byte[], byte[]> record, Effects effects, long sequence, long time) {
        if (effects.changedBytes() == 0 || !isMet(record, effects)) {
            return;
        }
        resolved.clear();
        metByCommand = false;
        effects.forEachHold(image, this);
        String command = kindOf(record, effects);
        trace.forEach(effects, change -> {
            if (isWanted(change)) {
                out.accept(traced(change, sequence, time, command, record.key()));
            }
        });
        if (extended != null) {
            out.accept(new TracedChange(
                    sequence, time, command, record.key(), null, Numbers.ABSENT, Numbers.ABSENT, extended));
        }
    }

    /** Cheap for most records: the trace makes objects. */
    private boolean isMet(ConsumerRecord<byte[], byte[]> record, Effects effects) {
        resolved.clear();
        extended = null;
        met = kind == HistoryQuery.Kind.ALL || kind == HistoryQuery.Kind.COMMAND && Arrays.equals(wanted, record.key());
        if (kind == HistoryQuery.Kind.KEY) {
            effects.forEachChange(this);
        } else if (kind == HistoryQuery.Kind.RESERVATION) {
            effects.forEachHold(image, this);
        }
        return met;
    }

    private boolean isWanted(Change change) {
        return switch (kind) {
            case ALL -> true;
            case KEY -> isKey(change.key(), change.offset(), change.length());
            case COMMAND -> change.cause() == Cause.COMMAND;
            case RESERVATION ->
                change.cause() == Cause.EXPIRY
                        ? Arrays.equals(wanted, resolved.get(change.expiry()))
                        : change.cause() == Cause.COMMAND && metByCommand;
        };
    }

    private TracedChange traced(Change change, long sequence, long time, String command, byte[] id) {
        String what = command;
        byte[] by = id;
        if (change.cause() == Cause.EXPIRY) {
            what = "expiry";
            by = resolved.get(change.expiry());
        } else if (change.cause() == Cause.BUCKET_FULL) {
            what = "bucket";
            by = null;
        }
        byte[] key = Arrays.copyOfRange(change.key(), change.offset(), change.offset() + change.length());
        return new TracedChange(sequence, time, what, by, key, change.before(), change.after());
    }

    private String kindOf(ConsumerRecord<byte[], byte[]> record, Effects effects) {
        if (effects.kind() != RecordKind.COMMAND || view.wrap(record.key(), record.value()) != RecordKind.COMMAND) {
            return effects.kind().name().toLowerCase(Locale.ROOT);
        }
        CommandView command = view.command();
        if (command.kind() == CommandKind.TRANSACT.value()) {
            return command.hold() ? "reservation" : "transaction";
        }
        return CommandKind.get((short) command.kind()).name().toLowerCase(Locale.ROOT);
    }

    private boolean isKey(byte[] key, int offset, int length) {
        return length == wanted.length && Arrays.equals(key, offset, offset + length, wanted, 0, length);
    }

    @Override
    public void counter(
            byte[] key, int offset, int length, long hash, long value, long version, long held, long confirmed) {
        met |= isKey(key, offset, length);
    }

    @Override
    public void removed(byte[] key, int offset, int length, long hash) {
        met |= isKey(key, offset, length);
    }

    @Override
    public void opened(HoldImage hold) {
        boolean same = Arrays.equals(wanted, key(hold));
        met |= same;
        metByCommand |= same;
        expiresAt = same ? hold.expiresAt() : expiresAt;
    }

    @Override
    public void changed(HoldImage hold) {
        long before = expiresAt;
        opened(hold);
        if (expiresAt != before) {
            extended = new TracedChange.Expiry(before, expiresAt);
        }
    }

    @Override
    public void resolved(HoldImage hold) {
        byte[] key = key(hold);
        resolved.add(key);
        boolean same = Arrays.equals(wanted, key);
        met |= same;
        // Those that the record expired come first.
        metByCommand |= same && resolved.size() > trace.expiries();
    }

    /** The record key of the command that opened it. */
    private static byte[] key(HoldImage hold) {
        byte[] id = Arrays.copyOfRange(hold.bytes(), hold.idOffset(), hold.idOffset() + hold.idLength());
        byte[] tenant =
                Arrays.copyOfRange(hold.bytes(), hold.tenantOffset(), hold.tenantOffset() + hold.tenantLength());
        return new Sender(tenant, new byte[0]).recordKey(id);
    }
}
