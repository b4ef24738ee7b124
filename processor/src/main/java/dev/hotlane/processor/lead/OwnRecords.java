package dev.hotlane.processor.lead;

import dev.hotlane.processor.flow.Positions;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.protocol.Meta;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import dev.hotlane.protocol.RecordWriter;
import dev.hotlane.protocol.Tick;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last 256 leadership records that this process appended. They reveal a record in its name that another process
 * appended. Owned by the state thread unless a method names another.
 */
final class OwnRecords {
    private static final Logger log = LoggerFactory.getLogger(OwnRecords.class);

    /** While Kafka is down two or three a second are sent again; all of them may arrive. */
    private static final int REMEMBERED = 256;

    private final Incarnation self;
    private final Clocks clocks;
    private final Positions positions;
    private final Outlet outlet;
    private final RecordWriter writer = new RecordWriter();
    private final RecordView view = new RecordView();
    private final byte[][] sent = new byte[REMEMBERED][];
    private int next;
    private volatile long foreign;

    OwnRecords(Incarnation self, Clocks clocks, Positions positions, Outlet outlet) {
        this.self = self;
        this.clocks = clocks;
        this.positions = positions;
        this.outlet = outlet;
    }

    void lead(Meta meta) {
        append(writer.lead(meta.epoch + 1, self.hi(), self.lo(), meta.lastTick, outlet.inMemory()));
    }

    void resign(long epoch) {
        append(writer.resign(epoch, self.hi(), self.lo()));
    }

    void tick(long epoch, Meta meta) {
        append(writer.tick(new Tick(
                epoch,
                self.hi(),
                self.lo(),
                clocks.wallMillis().getAsLong(),
                meta.lastTick,
                meta.lastTickDigest,
                meta.nextOffset,
                positions.replied().getAsLong(),
                positions.flushed().getAsLong())));
    }

    private void append(byte[] record) {
        sent[next] = record;
        next = (next + 1) % REMEMBERED;
        outlet.append().accept(record);
    }

    /** Whether a LEAD in this process' name says that it does not answer in memory, although it does. */
    boolean hidesMemory(byte[] lead) {
        return outlet.inMemory()
                && view.wrap(null, lead) == RecordKind.LEAD
                && view.lead().inMemory() == 0;
    }

    /** `hotlane skip` reads what LEAD says: a leader must not answer in memory by a LEAD that denies it. */
    static HaltReason hidden(long offset) {
        return new HaltReason(
                ExitCode.STEPPED_DOWN,
                "the LEAD at offset " + offset
                        + " names this process, which did not append it: it says that replies are"
                        + " not handed over in memory, and they are. Nothing is lost; start this process again. Find out"
                        + " who writes to the command topic; only gateways, processors and operators should");
    }

    /** Whether this process appended exactly this record. */
    boolean has(byte[] record) {
        for (int i = 1; i <= REMEMBERED; i++) {
            byte[] known = sent[(next - i + REMEMBERED) % REMEMBERED];
            if (known == null || Arrays.equals(known, record)) {
                return known != null;
            }
        }
        return false;
    }

    /** Counts an applied record in this process' name that it did not append. */
    void foreign(String kind, long offset, String what) {
        long count = foreign + 1;
        foreign = count;
        // Logs the 1st, 2nd, 4th, 8th and so on: forged records must not fill the disk with logs.
        if (Long.bitCount(count) == 1) {
            log.warn(
                    "the {} at offset {} names this process, which did not append it ({} such records so far). {}. Find out"
                            + " who writes to the command topic; only gateways, processors and operators should",
                    kind,
                    offset,
                    count,
                    what);
        }
    }

    /** Number of such records. Any thread. */
    long foreign() {
        return foreign;
    }
}
