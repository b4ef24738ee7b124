package dev.hotlane.jmh.reads;

import dev.hotlane.jmh.reads.ReadRivals.Rival;
import java.util.ArrayList;
import java.util.List;

/** The same GET from others, in turn with the view's; those that are not installed are named. */
final class RivalsSection implements ReadsSection {
    @Override
    public void measure(ReadsRun run, FigureTable table) throws Exception {
        try (ReadRivals servers = new ReadRivals(run)) {
            servers.start();
            Entrant local = new Entrant(run, run.stage().node().named("local GET"), CounterReads.local(), 0);
            measure(run, local, servers.rivals().stream().map(Rival::entrant).toList());
            for (Rival rival : servers.rivals()) {
                table.row(
                        "local GET : " + rival.entrant().measured().name(),
                        rival.wanted(),
                        local.text(),
                        rival.entrant().text(),
                        FigureTable.text("%.2f", local.rateTo(rival.entrant())));
            }
            servers.missing().forEach(program -> missing(table, program));
        }
    }

    private static void measure(ReadsRun run, Entrant local, List<Entrant> rivals) throws Exception {
        local.warm(run.settings().warmUp());
        rivals.forEach(rival -> rival.warm(run.settings().warmUp().dividedBy(2)));
        List<Entrant> all = new ArrayList<>(List.of(local));
        all.addAll(rivals);
        ViewOnly.during(run, () -> run.inTurn(all.toArray(Entrant[]::new)));
    }

    /** A row that names a server which is not there. */
    static void missing(FigureTable table, String program) {
        table.row("the same from " + program, "reported", "not measured: there is no " + program + " on the PATH");
    }
}
