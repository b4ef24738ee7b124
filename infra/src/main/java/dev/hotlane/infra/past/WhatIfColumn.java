package dev.hotlane.infra.past;

import dev.hotlane.processor.state.ChangeSink;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.HoldImage;
import dev.hotlane.processor.state.HoldRowSink;
import dev.hotlane.processor.state.HoldSink;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.CommandView;
import dev.hotlane.protocol.Frame;
import dev.hotlane.protocol.Hash;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.ArgName;
import dev.hotlane.protocol.sbe.CommandKind;
import dev.hotlane.protocol.sbe.HoldState;
import dev.hotlane.protocol.sbe.OpKind;
import dev.hotlane.protocol.sbe.ReplyDecoder;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What a state did with the records of a span: one column of a what-if. One thread. */
final class WhatIfColumn implements HoldSink, ChangeSink {
    private static final int KEYS_MAX = 100_000;

    private final Map<Verdict, Long> refused = new EnumMap<>(Verdict.class);
    private final Set<Long> owners = new HashSet<>();
    private final Map<String, Long> soldOut = new TreeMap<>();
    private final Set<Long> stock = new HashSet<>();
    private final HoldImage image = new HoldImage();
    private final RecordView view = new RecordView();
    private final ReplyDecoder reply = new ReplyDecoder();
    private final UnsafeBuffer bytes = new UnsafeBuffer(new byte[0]);
    private long opened;
    private long confirmedHolds;
    private long sold;
    private long assumed;
    private long held;
    private long confirmsWithoutHold;
    private long digest;
    private long time;
    private boolean opens;
    private Verdict verdict;

    /** Takes the effects of the next record, which the log has like this; {@code logTime} is T after it. */
    void follow(ConsumerRecord<byte[], byte[]> record, Effects effects, long logTime) {
        opens = false;
        time = logTime;
        effects.forEachHold(image, this);
        if (!stock.isEmpty() && soldOut.size() < KEYS_MAX) {
            effects.forEachChange(this);
        }
        verdict = null;
        if (effects.kind() == RecordKind.COMMAND && effects.replyLength() > 0) {
            bytes.wrap(effects.reply(), 0, effects.replyLength());
            reply.wrap(bytes, Frame.MESSAGE_HEADER_LENGTH, ReplyDecoder.BLOCK_LENGTH, ReplyDecoder.SCHEMA_VERSION);
            verdict = Verdict.of(reply.verdict());
            if (verdict != Verdict.OK && !reply.flags().replayed()) {
                refused.merge(verdict, 1L, Long::sum);
            }
            if ((verdict == Verdict.NOT_FOUND || verdict == Verdict.EXPIRED) && isConfirm(record)) {
                confirmsWithoutHold++;
            }
        }
    }

    private boolean isConfirm(ConsumerRecord<byte[], byte[]> record) {
        return view.wrap(record.key(), record.value()) == RecordKind.COMMAND
                && view.command().kind() == CommandKind.CONFIRM.value();
    }

    /** The verdict of the last record's command, null if it was none. */
    Verdict verdict() {
        return verdict;
    }

    /** The last record was a reservation that is assumed to be confirmed, and was sold at once if there was stock. */
    void sold(CommandView command, byte[] recordKey, Effects effects) {
        if (verdict != Verdict.OK || reply.flags().replayed()) {
            return;
        }
        opened++;
        confirmedHolds++;
        assumed++;
        if (command.ownerLength() > 0) {
            long tenant = Hash.of(recordKey, 0, Math.max(0, command.id().tenantLength()), 0);
            owners.add(Hash.of(command.bytes(), command.ownerOffset(), command.ownerLength(), tenant));
        }
        for (int i = 0; i < command.opCount(); i++) {
            long delta = command.opKind(i) == OpKind.ADD.value() ? command.arg(i, ArgName.DELTA.value()) : 0;
            if (delta < 0) {
                sold -= delta;
                stock.add(Hash.of(command.bytes(), command.keyOffset(i), command.keyLength(i), 0));
            }
        }
        effects.forEachChange(this);
    }

    /** Whether the last record opened a reservation. */
    boolean opens() {
        return opens;
    }

    @Override
    public void opened(HoldImage hold) {
        opened++;
        opens = true;
        if (hold.ownerLength() > 0) {
            owners.add(Hash.of(hold.bytes(), hold.ownerOffset(), hold.ownerLength(), hash(hold)));
        }
        for (int i = 0; i < hold.opCount() && stock.size() < KEYS_MAX; i++) {
            if (hold.isLine(i) && hold.isStock(i)) {
                stock.add(Hash.of(hold.bytes(), hold.keyOffset(i), hold.keyLength(i), 0));
            }
        }
    }

    private static long hash(HoldImage hold) {
        return Hash.of(hold.bytes(), hold.tenantOffset(), hold.tenantLength(), 0);
    }

    @Override
    public void changed(HoldImage hold) {
        // A new expiry changes no figure.
    }

    @Override
    public void resolved(HoldImage hold) {
        if (hold.state() == HoldState.CONFIRMED.value()) {
            confirmedHolds++;
            for (int i = 0; i < hold.opCount(); i++) {
                sold += hold.isLine(i) && hold.isStock(i) ? hold.confirmed(i) : 0;
            }
        }
    }

    @Override
    public void counter(
            byte[] key, int offset, int length, long hash, long value, long version, long units, long confirmed) {
        if (value <= 0 && version > 0 && stock.contains(Hash.of(key, offset, length, 0))) {
            soldOut.putIfAbsent(new String(key, offset, length, StandardCharsets.UTF_8), time);
        }
    }

    @Override
    public void removed(byte[] key, int offset, int length, long hash) {
        // A removed counter was not sold out by a reservation.
    }

    /** Reads what the state holds at the end. */
    void end(State state) {
        Meta meta = new Meta();
        state.describe(meta);
        digest = meta.digest;
        state.rows().holds(new HoldRowSink() {
            @Override
            public void open(HoldImage hold) {
                for (int i = 0; i < hold.opCount(); i++) {
                    held += hold.isLine(i) && hold.isStock(i) ? hold.quantity(i) : 0;
                }
            }

            @Override
            public void resolved(HoldImage hold) {
                // Holds nothing any more.
            }
        });
    }

    /** The figures by name, in the order of the table. */
    Map<String, Long> figures() {
        Map<String, Long> figures = new LinkedHashMap<>();
        figures.put("reservations opened", opened);
        figures.put("reservations confirmed", confirmedHolds);
        if (assumed > 0) {
            figures.put("of them assumed", assumed);
        }
        figures.put("units sold", sold);
        figures.put("units held at the end", held);
        figures.put("distinct owners", (long) owners.size());
        figures.put("confirms without a hold", confirmsWithoutHold);
        refused.forEach((code, count) -> figures.put("refused " + code, count));
        return figures;
    }

    /** By key of stock that was reserved: the first log time at which none was left, epoch milliseconds. */
    Map<String, Long> soldOut() {
        return soldOut;
    }

    /** Digest of the state at the end. */
    long digest() {
        return digest;
    }
}
