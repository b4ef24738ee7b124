package dev.hotlane.processor.lead;

import dev.hotlane.processor.sim.SimLog;
import dev.hotlane.processor.sim.SimProcess;
import dev.hotlane.protocol.RecordKind;
import dev.hotlane.protocol.RecordView;
import java.time.Duration;

/** What tests of leadership begin with: a log without records, whose time passes in steps of 10 ms. */
abstract class OnASimulatedLog {
    private static final Duration STEP = Duration.ofMillis(10);

    final SimLog log = new SimLog();

    final long count(RecordKind kind) {
        RecordView view = new RecordView();
        return log.entries.stream()
                .filter(entry -> view.wrap(entry.key(), entry.value()) == kind)
                .count();
    }

    /** That much time passes, and each of the processes takes a turn in each step. */
    final void together(Duration time, SimProcess... processes) {
        for (long left = time.toMillis(); left > 0; left -= STEP.toMillis()) {
            log.pass(STEP);
            for (SimProcess process : processes) {
                process.step();
            }
        }
    }
}
