package dev.hotlane.gateway.watch;

import java.nio.charset.StandardCharsets;

/** The output of a stream that a test reads. One thread. */
public final class ByHandOutput implements WatchOutput {
    final StringBuilder written = new StringBuilder();
    boolean full;
    boolean ended;
    boolean cut;
    private Runnable drained;

    @Override
    public boolean full() {
        return full;
    }

    @Override
    public void whenDrained(Runnable task) {
        drained = task;
    }

    @Override
    public void write(byte[] bytes, int length) {
        if (full || ended || cut) {
            throw new IllegalStateException("nothing may be written: full " + full + " ended " + ended);
        }
        written.append(new String(bytes, 0, length, StandardCharsets.UTF_8));
    }

    @Override
    public void end() {
        ended = true;
    }

    @Override
    public void cut() {
        cut = true;
    }

    /** The client has read all. */
    void drain() {
        full = false;
        if (drained != null) {
            Runnable task = drained;
            drained = null;
            task.run();
        }
    }

    /** What was written since the last call. */
    public String take() {
        String text = written.toString();
        written.setLength(0);
        return text;
    }
}
