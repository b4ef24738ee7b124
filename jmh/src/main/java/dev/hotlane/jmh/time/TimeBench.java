package dev.hotlane.jmh.time;

import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.jmh.lane.http.Machine;
import java.io.IOException;
import java.io.PrintStream;
import java.sql.SQLException;

/**
 * How long questions about the past take: `at` with a snapshot and with a ladder, `history`, `what-if` beside one replay, a
 * state file, rows of hl_change a second, and a system-versioned table of MariaDB. The answers must agree with each other. One
 * thread.
 */
public final class TimeBench {
    private final DevStack stack;
    private final TimeBenchSettings settings;
    private final TimeFigures figures;
    private final PrintStream out;

    /** On a stack that nothing else uses. */
    public TimeBench(DevStack stack, TimeBenchSettings settings, PrintStream out) {
        this.stack = stack;
        this.settings = settings;
        this.out = out;
        figures = new TimeFigures(out);
    }

    /** Runs it; true if all answers agree. */
    public boolean run() throws InterruptedException, IOException, SQLException {
        out.println("  machine: " + Machine.line());
        if (settings.parts().contains(TimePart.MARIADB)) {
            new VersionedTable(settings.sizes(), figures).measure(stack.directory());
        }
        if (settings.parts().contains(TimePart.PAST) || settings.parts().contains(TimePart.ROWS)) {
            PastLog log = new PastLog(stack, settings.jvmFlags());
            if (settings.parts().contains(TimePart.PAST)) {
                new PastQuestions(log, settings, figures).measure();
            }
            if (settings.parts().contains(TimePart.ROWS)) {
                new ProjectedRows(log, settings.sizes(), figures).measure();
            }
        }
        return figures.isGood();
    }
}
