package dev.hotlane.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The simulation's checks can fail: every planted fault must break an invariant. */
@Tag("long")
class PlantedFaultsTest {
    private static final int SEEDS_MAX = 4_000;
    private static final int THREADS = 2;

    @Test
    void everyPlantedFaultIsCaught() throws InterruptedException, ExecutionException {
        SilentProduct silence = new SilentProduct();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<String>> rows = new ArrayList<>();
            PlantedFaults.all().forEach(fault -> rows.add(threads.submit(() -> row(fault))));
            List<String> missed = new ArrayList<>();
            for (Future<String> row : rows) {
                System.out.println(row.get());
                if (row.get().contains("not caught")) {
                    missed.add(row.get());
                }
            }
            System.out.println("caught " + (rows.size() - missed.size()) + " of " + rows.size() + " planted");
            assertThat(missed).isEmpty();
        } finally {
            threads.shutdownNow();
            silence.end();
        }
    }

    private static String row(Planted fault) throws IOException, ReflectiveOperationException {
        Object caught = FaultyClasses.with(fault)
                .loadClass(Trial.class.getName())
                .getMethod(fault.trial(), int.class)
                .invoke(null, SEEDS_MAX);
        String by = caught == null
                ? "not caught | " + SEEDS_MAX
                : String.valueOf(caught).replace(" ", " | ");
        return "| " + fault.name() + " | `" + fault.file() + "` | " + by + " |";
    }
}
