package dev.hotlane.jmh.reads;

import dev.hotlane.gateway.cards.Crc32Combine;
import dev.hotlane.jmh.figures.Median;
import java.util.SplittableRandom;
import java.util.zip.CRC32;

/** One combination of two CRC-32s with an operator at hand: a loop in which each depends on the one before. */
final class CrcSection implements ReadsSection {
    private static final int ROUNDS = 2_000_000;
    private static final int REPEATS = 7;
    private static final int LENGTH = 70_000;

    @Override
    public void measure(ReadsRun run, FigureTable table) {
        int operator = Crc32Combine.operator(LENGTH);
        check(run, operator);
        double[] nanos = new double[REPEATS];
        int crc = 1;
        for (int i = 0; i < REPEATS; i++) {
            long begin = System.nanoTime();
            for (int j = 0; j < ROUNDS; j++) {
                crc = Crc32Combine.combine(crc, j, operator);
            }
            nanos[i] = (System.nanoTime() - begin) / (double) ROUNDS;
        }
        // Printed, so that the loop is not left out.
        run.say("the last of %,d combinations: %08x", (long) REPEATS * ROUNDS, crc);
        String found = FigureTable.text("%.0f ns", Median.of(nanos));
        table.row("CRC combine", "100 ns", found);
    }

    private static void check(ReadsRun run, int operator) {
        byte[] both = new byte[2 * LENGTH];
        new SplittableRandom(1).nextBytes(both);
        int combined = Crc32Combine.combine(crc(both, 0, LENGTH), crc(both, LENGTH, LENGTH), operator);
        if (combined != crc(both, 0, both.length)) {
            run.fault("a combined CRC-32 is not that of the whole");
        }
    }

    private static int crc(byte[] bytes, int from, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, from, length);
        return (int) crc.getValue();
    }
}
