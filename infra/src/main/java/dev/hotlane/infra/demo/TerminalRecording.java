package dev.hotlane.infra.demo;

import dev.hotlane.infra.chart.Cast;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Keeps what passes through a stream to a terminal, with its times. Any thread. */
public final class TerminalRecording {
    private static final int WIDTH = 104;
    private static final int HEIGHT = 40;
    private static final double NANOS = 1e9;
    private static final double PART_SECONDS_MAX = 0.01;

    private final List<Cast.Output> outputs = new ArrayList<>();
    private final long start = System.nanoTime();
    private final PrintStream through;

    /** @param to where the text goes on to */
    public TerminalRecording(PrintStream to) {
        through = new PrintStream(new Tap(to), true, StandardCharsets.UTF_8);
    }

    /** The stream to print to. */
    public PrintStream stream() {
        return through;
    }

    /** What was printed so far. */
    public synchronized Cast cast(String title) {
        return new Cast(title, WIDTH, HEIGHT, outputs);
    }

    /** A stream passes on a line in parts; they are one output. */
    private synchronized void keep(String text) {
        double seconds = (System.nanoTime() - start) / NANOS;
        int last = outputs.size() - 1;
        if (last >= 0 && seconds - outputs.get(last).seconds() < PART_SECONDS_MAX) {
            Cast.Output begun = outputs.get(last);
            outputs.set(last, new Cast.Output(begun.seconds(), begun.text() + text));
        } else {
            outputs.add(new Cast.Output(seconds, text));
        }
    }

    private final class Tap extends OutputStream {
        private final PrintStream to;

        Tap(PrintStream to) {
            this.to = to;
        }

        @Override
        public void write(int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            to.write(bytes, offset, length);
            to.flush();
            keep(new String(bytes, offset, length, StandardCharsets.UTF_8));
        }
    }
}
