package dev.hotlane.infra.past;

import dev.hotlane.infra.log.RecordsAhead;
import dev.hotlane.processor.state.Effects;
import dev.hotlane.processor.state.State;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.Verdict;
import dev.hotlane.protocol.sbe.CommandKind;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The second state of a what-if. A thread of its own rewrites the records, applies them and compares the answers with the
 * lane's. The caller's thread hands it the records in their order, at most 4,096 ahead. The outcome does not depend
 * on how far ahead.
 */
final class OtherLane implements AutoCloseable {
    private static final int CHUNKS = 8;

    private final State state;
    private final RecordRewrite rewrite;
    private final long base;
    private final BlockingQueue<FollowedRecords> full = new ArrayBlockingQueue<>(CHUNKS);
    private final BlockingQueue<FollowedRecords> free = new ArrayBlockingQueue<>(CHUNKS);
    private final Effects effects = new Effects();
    private final WhatIfColumn column = new WhatIfColumn();
    private final RecordView view = new RecordView();
    private final Set<String> waiting = new HashSet<>();
    private final Thread thread = new Thread(this::run, "other-lane");
    private volatile Throwable failure;
    private FollowedRecords filling;
    private long[] quarantined = {};
    private long firstDifference = -1;

    /**
     * Starts the thread, which owns the state from now on until {@link #end} returns.
     *
     * @param rewrite for that state
     * @param base added to an offset, gives the sequence
     */
    OtherLane(State state, RecordRewrite rewrite, long base) {
        this.state = state;
        this.rewrite = rewrite;
        this.base = base;
        for (int i = 1; i < CHUNKS; i++) {
            free.add(new FollowedRecords());
        }
        filling = new FollowedRecords();
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Hands over the next record, which the lane's own state has applied.
     *
     * @param skips offsets that SKIPs named before it was applied
     * @param did the lane's effects
     * @param was its column, which has followed them
     */
    void next(ConsumerRecord<byte[], byte[]> record, long[] skips, Effects did, WhatIfColumn was) {
        if (filling.isFull() || !filling.hasSkips(skips)) {
            hand();
            filling.begin(skips);
        }
        filling.add(record, did, was);
    }

    private void hand() {
        try {
            full.put(filling);
            filling = free.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during a what-if", e);
        }
        requireNoFailure();
    }

    private void requireNoFailure() {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
    }

    /** All records were handed over: waits until they are applied. Throws what stopped the thread. */
    void end() {
        filling.endHere();
        try {
            full.put(filling);
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during a what-if", e);
        }
        requireNoFailure();
        column.end(state);
    }

    private void run() {
        try {
            boolean more = true;
            while (more) {
                FollowedRecords records = full.take();
                if (failure == null) {
                    follow(records);
                }
                more = !records.isLast();
                free.put(records);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow(FollowedRecords records) {
        try {
            if (records.skips().length != quarantined.length) {
                quarantined = records.skips();
                state.quarantine(quarantined);
            }
            int fetched = 0;
            for (int i = 0; i < records.count(); i++) {
                fetched += i < fetched ? 0 : RecordsAhead.fetch(state, records.from(i));
                follow(records, i);
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    private void follow(FollowedRecords records, int i) {
        ConsumerRecord<byte[], byte[]> record = records.record(i);
        // A lane that had no room for a hold is no lane that had no stock.
        boolean refused = !records.opens(i) && records.verdict(i) != Verdict.QUOTA_EXCEEDED;
        rewrite.next(record.key(), record.value(), refused);
        state.apply(record.offset(), record.timestamp(), rewrite.key(), rewrite.value(), effects);
        column.follow(record, effects, state.logTime());
        if (rewrite.isSale()) {
            column.sold(rewrite.command(), record.key(), effects);
        }
        if (firstDifference < 0 && !records.isAnswered(i, effects)) {
            firstDifference = base + record.offset();
        }
        if (column.opens() && !records.opens(i)) {
            waiting.add(new String(record.key(), StandardCharsets.UTF_8));
        }
        boolean command = records.verdict(i) != null || column.verdict() != null;
        if (command && !waiting.isEmpty() && view.wrap(record.key(), record.value()) == RecordKind.COMMAND) {
            onHold(record.key());
        }
    }

    private void onHold(byte[] key) {
        if (view.command().kind() != CommandKind.TRANSACT.value()) {
            String target = new String(
                    view.command().bytes(),
                    view.command().targetOffset(),
                    view.command().targetLength(),
                    StandardCharsets.UTF_8);
            waiting.remove(tenant(key) + target);
        }
    }

    /** The tenant in a command's record key, with the space behind it; empty for the empty tenant. */
    private String tenant(byte[] recordKey) {
        int length = Math.max(0, view.command().id().tenantLength());
        return length == 0 ? "" : new String(recordKey, 0, length, StandardCharsets.UTF_8) + " ";
    }

    /** Its figures; after {@link #end}. */
    WhatIfColumn column() {
        return column;
    }

    /** New reservations without a later command; after {@link #end}. */
    int withoutCommand() {
        return waiting.size();
    }

    /** First sequence whose reply differs, -1 for none; after {@link #end}. */
    long firstDifference() {
        return firstDifference;
    }

    /** Ends the thread, if it runs. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
