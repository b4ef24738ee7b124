package dev.hotlane.jmh.reads;

import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import dev.hotlane.infra.stack.Jvm;
import dev.hotlane.infra.verify.Verification;
import dev.hotlane.jmh.lane.http.Work;
import dev.hotlane.jmh.reads.Entrant.Target;
import java.util.List;

/** What the stage view costs sales: two lanes on one stack, with it and without, in turn; then MySQL must equal the log. */
final class SalesSection implements ReadsSection {
    @Override
    public void measure(ReadsRun run, FigureTable table) throws Exception {
        run.endStage();
        ReadsSettings settings = run.settings();
        try (DevStack stack = DevStack.start(DevStackSettings.temporary().withKafkaFlags(Jvm.WARM_UP_SOON));
                ReadsLane with = new ReadsLane(stack, "with", settings, true, "--view");
                ReadsLane without = new ReadsLane(stack, "without", settings, false)) {
            measure(run, table, with, without, 1, "0.97");
            with.fill(settings.manyKeys());
            without.fill(settings.manyKeys());
            measure(run, table, with, without, settings.manyKeys(), "0.93");
            check(run, with.verify(), "with the view");
            check(run, without.verify(), "without the view");
        }
    }

    private static void measure(
            ReadsRun run, FigureTable table, ReadsLane with, ReadsLane without, int keys, String wanted) {
        Entrant viewed = sales(run, with, "with the view", keys);
        Entrant plain = sales(run, without, "without", keys);
        viewed.warm(run.settings().warmUp());
        plain.warm(run.settings().warmUp());
        run.inTurn(viewed, plain);
        table.row(
                FigureTable.text("sales/s with the view : without, %,d keys", keys),
                wanted,
                viewed.text(),
                plain.text(),
                FigureTable.text("%.2f", viewed.rateTo(plain)));
    }

    private static Entrant sales(ReadsRun run, ReadsLane lane, String name, int keys) {
        Work adds = Work.adds(lane.name() + keys, keys, 1);
        return new Entrant(run, new Target(name, lane.port(), List.of(lane.pid())), adds.source(), 0);
    }

    private static void check(ReadsRun run, Verification verification, String name) {
        run.say("%s: %s", name, verification.summary());
        if (!verification.equal()) {
            run.fault(name + ": " + verification.summary());
        }
    }
}
