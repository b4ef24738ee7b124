package dev.hotlane.processor.reply;

import com.lmax.disruptor.EventHandler;
import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.reply.HeldReplies.Held;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.ReplyRecord;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Packs the replies of a ring batch by gateway and sends them, with a BEAT for each TICK of ours. Replies made after
 * our own LEAD are sent at once. Earlier ones, from replay or following, are held while a caller may wait for them, and
 * sent when the LEAD takes effect. Older ones count as acknowledged. Replies to the gateway of this process are packed
 * apart and handed over in memory in place of being sent; BEATs always go by topic. Owned by the thread reply.
 */
public final class ReplyStage implements EventHandler<Slot> {
    /** Stands for the gateway of this process where others have a partition. */
    static final int OWN = -1;

    private final ReplySender sender;
    private final OwnGateway own;
    private final AckMark mark;
    private final IntSupplier partitions;
    private final LongSupplier wallMillis;
    private final Beats beats;
    private final long waitMaxMillis;
    private final HeldReplies held;
    private final Consumer<Slot> garbage;
    private final AtomicLong replies = new AtomicLong();
    private final AtomicLong resent = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();

    private final ReplyRecord.Packer ownPacker = new ReplyRecord.Packer();
    private ReplyRecord.Packer[] packers = {};
    private AckMark.Batch batch;
    private boolean leading;
    private long freshSince;
    private long newest;
    private long newestEnd;

    /**
     * @param partitions of the reply topic now
     * @param waitMax longest wait of a caller for a reply
     * @param garbage receives each garbage record while leading; must not wait
     */
    public ReplyStage(
            ReplySender sender,
            AckMark mark,
            IntSupplier partitions,
            LongSupplier wallMillis,
            MySqlBacklog backlog,
            Duration waitMax,
            Consumer<Slot> garbage) {
        this.sender = sender;
        own = sender.own();
        this.mark = mark;
        this.partitions = partitions;
        this.wallMillis = wallMillis;
        beats = new Beats(wallMillis, backlog);
        this.garbage = garbage;
        waitMaxMillis = waitMax.toMillis();
        held = new HeldReplies(HeldReplies.BYTES_MAX, record -> {
            dropped.setOpaque(dropped.getPlain() + 1);
            mark.settle(record.batch());
        });
    }

    @Override
    public void onEvent(Slot slot, long sequence, boolean endOfBatch) {
        if (batch == null) {
            begin();
        }
        if (slot.leads != leading) {
            leadChanges(slot.leads, slot.offset + 1);
        }
        // Effects of old records in a replay are not read, as they are far apart in memory.
        if (slot.leads || slot.timestamp >= freshSince) {
            answer(slot);
        }
        if (endOfBatch) {
            emitAll();
            mark.close(batch, slot.offset + 1);
            batch = null;
        }
    }

    private void answer(Slot slot) {
        Effects effects = slot.effects;
        if (effects.replyLength() > 0) {
            reply(slot, effects);
        } else if (effects.kind() == RecordKind.TICK && effects.accepted()) {
            tick(slot, effects);
        } else if (slot.leads && effects.kind() == RecordKind.GARBAGE) {
            garbage.accept(slot);
        }
    }

    private void tick(Slot slot, Effects effects) {
        if (slot.leads) {
            beat(slot);
        } else {
            held.releaseBelow(effects.replied(), record -> mark.settle(record.batch()));
        }
    }

    @Override
    public void onTimeout(long sequence) {
        if (!held.isEmpty()) {
            held.dropBefore(wallMillis.getAsLong() - waitMaxMillis);
        }
    }

    private void begin() {
        batch = mark.open();
        freshSince = wallMillis.getAsLong() - waitMaxMillis;
        held.dropBefore(freshSince);
        int count = partitions.getAsInt();
        if (packers.length < count) {
            int known = packers.length;
            packers = Arrays.copyOf(packers, count);
            Arrays.setAll(packers, i -> i < known ? packers[i] : new ReplyRecord.Packer());
        }
    }

    /**
     * Emits what was packed before leadership changes. The record that changes it has no reply, so the mark may pass it
     * although replies behind it are held. Otherwise the last flush after a RESIGN would wait for the next leader.
     */
    private void leadChanges(boolean leads, long next) {
        emitAll();
        leading = leads;
        while (leads && !held.isEmpty()) {
            Held record = held.take();
            resent.setOpaque(resent.getPlain() + 1);
            send(record.partition(), record.value(), record.batch());
        }
        mark.close(batch, next);
        batch = mark.open();
    }

    private void reply(Slot slot, Effects effects) {
        int partition = effects.replyPartition();
        if (partition >= packers.length) {
            return;
        }
        newest = Math.max(newest, slot.timestamp);
        newestEnd = slot.offset + 1;
        boolean toOwn = partition == own.partition()
                && ReplyRecord.isTo(effects.reply(), own.incarnationHi(), own.incarnationLo());
        pack(toOwn ? OWN : partition, effects.reply(), effects.replyLength());
        replies.setOpaque(replies.getPlain() + 1);
    }

    private void beat(Slot slot) {
        sender.requireRunning();
        byte[] message = beats.message(slot.meta);
        for (int partition = 0; message.length > 0 && partition < packers.length; partition++) {
            pack(partition, message, message.length);
        }
    }

    private ReplyRecord.Packer packer(int partition) {
        return partition == OWN ? ownPacker : packers[partition];
    }

    private void pack(int partition, byte[] message, int length) {
        ReplyRecord.Packer packer = packer(partition);
        if (!packer.fits(length)) {
            emit(partition);
        }
        packer.add(message, 0, length);
    }

    private void emitAll() {
        for (int partition = OWN; partition < packers.length; partition++) {
            if (!packer(partition).isEmpty()) {
                emit(partition);
            }
        }
    }

    private void emit(int partition) {
        byte[] value = packer(partition).seal();
        mark.add(batch);
        if (leading) {
            send(partition, value, batch);
        } else {
            held.add(new Held(partition, value, batch, newest, newestEnd));
        }
    }

    private void send(int partition, byte[] value, AckMark.Batch of) {
        if (partition == OWN) {
            sender.handOver(value, of);
        } else {
            sender.send(partition, value, of);
        }
    }

    /** Replies packed so far, held ones included; any thread. */
    public long replies() {
        return replies.getOpaque();
    }

    /** Records of held replies that were sent when this process began to lead; any thread. */
    public long resent() {
        return resent.getOpaque();
    }

    /** Records of held replies that were dropped; any thread. */
    public long dropped() {
        return dropped.getOpaque();
    }
}
