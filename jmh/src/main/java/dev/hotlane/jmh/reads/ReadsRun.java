package dev.hotlane.jmh.reads;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What sections of one run share: settings, the stage, request numbers, faults. One thread, except {@link #fault}. */
final class ReadsRun implements AutoCloseable {
    private final ReadsSettings settings;
    private final PrintStream out;
    private final List<String> faults = new ArrayList<>();
    private ReadsStage stage;
    private long nextRequest;

    ReadsRun(ReadsSettings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
    }

    ReadsSettings settings() {
        return settings;
    }

    /** The servers that most sections share; started at the first call. */
    ReadsStage stage() {
        if (stage == null) {
            stage = new ReadsStage(settings);
        }
        return stage;
    }

    /** Ends the stage: a section with servers of its own needs the machine for them. */
    void endStage() {
        if (stage != null) {
            stage.close();
            stage = null;
        }
    }

    /** Measures them once around, again and again. */
    void inTurn(Entrant... entrants) {
        for (int i = 0; i < settings.repeats(); i++) {
            for (Entrant entrant : entrants) {
                entrant.once();
            }
        }
    }

    /** The number of the next request: no two loads have the same ones. */
    long nextRequest() {
        return nextRequest;
    }

    void sent(long requests) {
        nextRequest += requests;
    }

    /** Something was wrong: the run has no result. Any thread. */
    synchronized void fault(String text) {
        faults.add(text);
        say("WRONG: %s", text);
    }

    synchronized boolean good() {
        return faults.isEmpty();
    }

    void say(String format, Object... values) {
        out.println("  " + String.format(Locale.ROOT, format, values));
    }

    @Override
    public void close() {
        endStage();
    }
}
