package dev.hotlane.proof.faults.rows;

import dev.hotlane.infra.log.TopicLog;
import dev.hotlane.proof.faults.scene.RecordForger;
import dev.hotlane.proof.faults.scene.RowFailure;
import dev.hotlane.proof.faults.scene.Scene;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Rules;
import dev.hotlane.protocol.Tick;
import dev.hotlane.protocol.sbe.TickDecoder;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * A client that may read and write both topics of a lane, and writes what only the leader or an operator should. One
 * thread.
 */
final class Stranger implements AutoCloseable {
    /** The last TICK is within that many records of the end, as a leader appends ten TICKs a second. */
    private static final int RECORDS_BACK = 5_000;

    private final TopicLog log;
    private final RecordForger scribe;
    private final RecordView view = new RecordView();
    final RecordWriter writer = new RecordWriter();

    /** A TICK and its offset. */
    record Word(long offset, Tick tick) {
        long epoch() {
            return tick.epoch();
        }

        /**
         * A TICK of that leader and epoch, with that clock, previous TICK and flushed offset; the previous digest is 0.
         */
        static Tick forged(long epoch, long hi, long lo, long wallClock, long previous, long flushed) {
            return new Tick(epoch, hi, lo, wallClock, previous, 0, 0, 0, flushed);
        }
    }

    Stranger(Scene on) {
        log = new TopicLog(on.stack().connection(), on.commands());
        scribe = RecordForger.of(on);
    }

    /** Waits for the next TICK of the lane. */
    Word next() {
        log.seek(log.endOffset());
        while (true) {
            for (ConsumerRecord<byte[], byte[]> record : log.poll()) {
                if (view.wrap(record.key(), record.value()) == RecordKind.TICK) {
                    return word(record.offset());
                }
            }
        }
    }

    /** The last TICK of the log. */
    Word last() {
        Word[] last = {null};
        long end = log.endOffset();
        log.read(Math.max(0, end - RECORDS_BACK), end, record -> {
            boolean ticks = view.wrap(record.key(), record.value()) == RecordKind.TICK;
            last[0] = ticks ? word(record.offset()) : last[0];
        });
        if (last[0] == null) {
            throw new RowFailure("no TICK among the last " + RECORDS_BACK + " records");
        }
        return last[0];
    }

    private Word word(long offset) {
        TickDecoder tick = view.tick();
        return new Word(
                offset,
                new Tick(
                        tick.epoch(),
                        tick.leaderHi(),
                        tick.leaderLo(),
                        tick.wallClock(),
                        tick.previousTick(),
                        tick.previousDigest(),
                        tick.applied(),
                        tick.replied(),
                        tick.flushed()));
    }

    /** The newest RULES of the log, whether they are in force or not. */
    Rules rules() {
        Rules[] newest = {null};
        log.read(0, log.endOffset(), record -> {
            boolean rules = view.wrap(record.key(), record.value()) == RecordKind.RULES;
            newest[0] = rules ? view.rules() : newest[0];
        });
        return newest[0];
    }

    long end() {
        return log.endOffset();
    }

    /** Writes one record to the command topic; returns its offset. */
    long write(byte[] value) {
        return scribe.write(null, value);
    }

    void reply(int partition, byte[] value) {
        scribe.reply(partition, value);
    }

    @Override
    public void close() {
        scribe.close();
        log.close();
    }
}
