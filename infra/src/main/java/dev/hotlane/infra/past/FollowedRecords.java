package dev.hotlane.infra.past;

import dev.hotlane.processor.state.Effects;
import dev.hotlane.protocol.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Some records in their order, and what the lane did with each. Goes from one thread to another through a queue. */
final class FollowedRecords {
    private static final int RECORDS_MAX = 512;

    private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>(RECORDS_MAX);
    private final boolean[] opens = new boolean[RECORDS_MAX];
    private final Verdict[] verdicts = new Verdict[RECORDS_MAX];
    private final int[] ends = new int[RECORDS_MAX];
    private byte[] replies = new byte[128 * RECORDS_MAX];
    private long[] skips = {};
    private boolean last;

    /** Empties it. All of its records have the same offsets that SKIPs named before. */
    void begin(long[] named) {
        records.clear();
        skips = named;
    }

    /** Adds a record that the lane's state has applied. */
    void add(ConsumerRecord<byte[], byte[]> record, Effects did, WhatIfColumn was) {
        int i = records.size();
        records.add(record);
        opens[i] = was.opens();
        verdicts[i] = was.verdict();
        int start = start(i);
        int length = did.replyLength();
        if (start + length > replies.length) {
            replies = Arrays.copyOf(replies, Math.max(start + length, 2 * replies.length));
        }
        System.arraycopy(did.reply(), 0, replies, start, length);
        ends[i] = start + length;
    }

    private int start(int i) {
        return i == 0 ? 0 : ends[i - 1];
    }

    /** No other records follow. */
    void endHere() {
        last = true;
    }

    boolean isLast() {
        return last;
    }

    boolean isFull() {
        return records.size() == RECORDS_MAX;
    }

    /** Offsets that SKIPs named before these records were applied. */
    long[] skips() {
        return skips;
    }

    boolean hasSkips(long[] others) {
        return skips.length == others.length;
    }

    int count() {
        return records.size();
    }

    ConsumerRecord<byte[], byte[]> record(int i) {
        return records.get(i);
    }

    /** The records from record i on. */
    Iterator<ConsumerRecord<byte[], byte[]>> from(int i) {
        return records.listIterator(i);
    }

    /** Whether the lane opened a reservation by record i. */
    boolean opens(int i) {
        return opens[i];
    }

    /** The lane's verdict on record i, null if it was no command. */
    Verdict verdict(int i) {
        return verdicts[i];
    }

    /** Whether the lane gave the same answer to record i. */
    boolean isAnswered(int i, Effects other) {
        return Arrays.equals(replies, start(i), ends[i], other.reply(), 0, other.replyLength());
    }
}
