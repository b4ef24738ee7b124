package dev.hotlane.jmh.lane.http;

import java.io.PrintStream;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What a bench of lanes prints: lines, tables, and in the end whether the books of its load balance. One thread. */
public final class BenchReport {
    private final PrintStream out;
    private final String begin;

    /** Of a bench of one lane. */
    public BenchReport(PrintStream out) {
        this(out, "");
    }

    /** Of one lane of several side by side, whose name its lines begin with; empty for none. */
    BenchReport(PrintStream out, String name) {
        this.out = out;
        begin = name.isEmpty() ? "  " : "  " + name + ": ";
    }

    /** Prints a line; the format is that of {@link String#format}. */
    public void say(String format, Object... values) {
        out.println(begin + String.format(Locale.ROOT, format, values));
    }

    /** Prints a table in Markdown with a blank line before and after it; its last row ends with a line break. */
    public void table(String rows) {
        out.println();
        out.println(rows);
    }

    /** Prints each fault; true if there is none. */
    public boolean end(Collection<String> faults) {
        faults.forEach(fault -> say("WRONG: %s", fault));
        return faults.isEmpty();
    }

    /**
     * Prints how many units were counted, and each fault once; true if there is none. Every unit must be where the answers
     * say, and MySQL must equal the log.
     *
     * @param others faults of the bench that its load has no part in
     */
    public boolean end(LaneLoad load, List<String> others) throws InterruptedException {
        load.check();
        say("%,d units counted; %s", load.units(), load.verify());
        Set<String> faults = new LinkedHashSet<>(others);
        faults.addAll(load.faults());
        return end(faults);
    }
}
