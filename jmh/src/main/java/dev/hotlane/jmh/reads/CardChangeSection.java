package dev.hotlane.jmh.reads;

import dev.hotlane.infra.log.CardAppend;
import dev.hotlane.jmh.reads.PlainConnection.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** A change of a product's card of 200 kB: CPU of the node, and the time from Kafka's acknowledgement until it is read. */
final class CardChangeSection implements ReadsSection {
    private static final String ID = "changing";
    private static final int PLAIN = 200_000;
    private static final int PACKED = 3_000;
    private static final int CHANGES = 200;
    private static final int QUICK_CHANGES = 5;
    private static final int MANY = 10;
    private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(500);
    private static final long MICROS_MAX = TimeUnit.MINUTES.toMicros(1);

    @Override
    public void measure(ReadsRun run, FigureTable table) throws Exception {
        ReadsLane lane = run.stage().lane();
        byte[][] editions = new byte[MANY][];
        for (int i = 0; i < MANY; i++) {
            editions[i] = SampleCard.document(ID + i, PLAIN, PACKED);
        }
        int changes = run.settings().forFigures() ? CHANGES : QUICK_CHANGES;
        Histogram micros = new Histogram(MICROS_MAX, 3);
        double cpuMillis;
        try (CardAppend cards = new CardAppend(run.stage().stack().connection(), lane.name());
                PlainConnection reader = new PlainConnection(lane.port())) {
            lane.add(SampleCard.counter(ID + 0));
            // The first changes warm up what compresses and what publishes.
            for (int i = 0; i < changes; i++) {
                change(run, cards, reader, editions[i % MANY]);
            }
            for (int i = 0; i < changes; i++) {
                micros.recordValue(change(run, cards, reader, editions[i % MANY]));
            }
            cpuMillis = cpuMillis(lane, cards, reader, editions, changes);
        }
        table.row("card change of 200 kB: CPU", "2.5 ms", FigureTable.text("%.2f ms", cpuMillis));
        table.row("card change of 200 kB: visible", "p99 100 ms", VisibleSection.text(micros));
    }

    /** Publishes and reads until the change is there; gives the time from the acknowledgement, in microseconds. */
    private static long change(ReadsRun run, CardAppend cards, PlainConnection reader, byte[] document)
            throws IOException {
        long offset = cards.publish(ID, document);
        long published = System.nanoTime();
        await(reader, offset);
        long seen = System.nanoTime();
        Answer read = reader.get("/v1/products/" + ID);
        int length = document.length;
        if (read.number("hotlane-card-offset") == offset
                && !read.body().contains(new String(document, 0, length, StandardCharsets.ISO_8859_1))) {
            run.fault("the product is not the document published at offset " + offset);
        }
        return (seen - published) / 1_000;
    }

    private static void await(PlainConnection reader, long offset) throws IOException {
        long deadline = System.nanoTime() + ReadsLane.FLUSH_MAX.toNanos();
        while (System.nanoTime() - deadline < 0) {
            // The head alone, so that the reader does not take the core that compresses.
            Answer head = reader.head("/v1/products/" + ID);
            if (head.status() == 200 && head.number("hotlane-card-offset") >= offset) {
                return;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        throw new IllegalStateException("the card at offset " + offset + " was never served");
    }

    /** CPU of the node for a change, without that of the same time at rest. */
    private static double cpuMillis(
            ReadsLane lane, CardAppend cards, PlainConnection reader, byte[][] editions, int changes)
            throws IOException {
        CpuTime used = new CpuTime(List.of(lane.pid()));
        long begin = System.nanoTime();
        long last = -1;
        for (int i = 0; i < changes; i++) {
            last = cards.publish(ID, editions[i % MANY]);
        }
        await(reader, last);
        double busy = used.micros();
        long nanos = System.nanoTime() - begin;
        CpuTime rest = new CpuTime(List.of(lane.pid()));
        long until = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        return (busy - rest.micros()) / 1e3 / changes;
    }
}
