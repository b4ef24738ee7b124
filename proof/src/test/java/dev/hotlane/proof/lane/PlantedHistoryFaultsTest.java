package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import dev.hotlane.proof.history.EventFault;
import dev.hotlane.proof.history.HistoryFault;
import dev.hotlane.proof.history.LocalReadFault;
import dev.hotlane.proof.history.PlantedLie;
import dev.hotlane.proof.history.Porcupine;
import dev.hotlane.proof.history.Recorded;
import dev.hotlane.proof.history.WorkloadSettings;
import dev.hotlane.proof.history.check.CheckReport;
import dev.hotlane.protocol.planted.CommitShare;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Both history checkers pass a true recording, also of a kill. Each finds every planted fault that it can
 * find; each commit tries a third of them, see {@link CommitShare}.
 */
@Tag("it")
@ExtendWith(RealStack.class)
class PlantedHistoryFaultsTest {
    /** Answers per round: enough that reservations expire meanwhile. */
    private static final int ANSWERS = Integer.getInteger("answers", 1_500);

    private static final int CLIENTS = 8;
    /** So many that a call is often the only one on its keys: then only one answer is right. */
    private static final int GROUPS = 12;

    private static final int BREATH_MS_MAX = 12;

    @TempDir
    Path directory;

    private final WholeLane on;
    private final long seed = Seeds.next();
    private Optional<Porcupine> porcupine;

    PlantedHistoryFaultsTest(Lane lane) {
        on = WholeLane.withView(lane);
    }

    @Test
    void bothCheckersPassARunThroughAKill() throws IOException, InterruptedException {
        porcupine = Porcupine.build(directory);
        try (on) {
            requireTrue(Recording.ofKill(on, settings(), ANSWERS, directory));
        }
    }

    @Test
    void bothCheckersCatchWhatIsNotTrue() throws IOException, InterruptedException {
        porcupine = Porcupine.build(directory);
        List<String> missed = new ArrayList<>();
        try (on) {
            Recording.ofPeace(on, settings(), ANSWERS, directory, run -> {
                missed.clear();
                requireTrue(run);
                plantAll(run, missed);
                return missed.isEmpty();
            });
        }
        assertThat(missed).as("planted and not caught").isEmpty();
    }

    /**
     * A fault is also missed if the round has no place for it, or nothing contradicts it: another round may find it.
     */
    private void plantAll(Recording run, List<String> missed) throws IOException, InterruptedException {
        Path falseOnes = Files.createDirectories(directory.resolve("false"));
        System.out.printf("%-42s %-44s %s%n", "planted", "checker A", "checker B");
        List<PlantedLie> faults = new ArrayList<>(List.of(HistoryFault.values()));
        faults.addAll(List.of(LocalReadFault.values()));
        faults.addAll(List.of(EventFault.values()));
        for (PlantedLie fault : CommitShare.of(faults)) {
            Recorded falsified = run.read();
            try {
                fault.plant(falsified);
            } catch (NoSuchElementException e) {
                missed.add(fault + ": " + e.getMessage());
                continue;
            }
            Recording planted = Recording.in(falseOnes);
            falsified.write(planted.history(), planted.log(), planted.tables(), planted.events());
            CheckReport report = planted.check();
            String second = porcupineOn(fault, planted, missed);
            System.out.printf("%-42s %-44s %s%n", fault, report.findings(), second);
            if (!report.findings().containsKey(fault.finding())) {
                missed.add(fault + " by checker A as " + fault.finding() + ": " + report.findings());
            }
        }
    }

    private String porcupineOn(PlantedLie fault, Recording planted, List<String> missed)
            throws IOException, InterruptedException {
        if (!fault.isSeenByCallers()) {
            return "can't know";
        }
        if (porcupine.isEmpty()) {
            return "not run";
        }
        Porcupine.Said said = porcupine.get().check(planted.history(), planted.events());
        if (!said.failed()) {
            missed.add(fault + " by checker B: " + said.words());
        }
        return said.failed() ? "caught" : "MISSED";
    }

    private void requireTrue(Recording run) throws IOException, InterruptedException {
        CheckReport report = run.check();
        System.out.println("checker A " + report.summary());
        assertThat(report.details()).isEmpty();
        assertThat(report.fromView()).as("local reads from a view").isPositive();
        assertThat(report.events()).as("events of the feed").isPositive();
        if (porcupine.isPresent()) {
            Porcupine.Said said = porcupine.get().check(run.history(), run.events());
            System.out.print("checker B " + said.words());
            assertThat(said.passed()).as(said.words()).isTrue();
        }
    }

    private WorkloadSettings settings() {
        return new WorkloadSettings("w", seed, CLIENTS, GROUPS, BREATH_MS_MAX);
    }
}
