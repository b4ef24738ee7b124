package dev.hotlane.proof.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.planted.CommitShare;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The simulation's checks can fail: every planted fault must break an invariant, in a seed that the code without it
 * passes. Each commit tries a third of them, see {@link CommitShare}. A file has the seeds of faults that took many: each is tried first, then all from 1 on. With
 * {@code -Dplanted.write=true} the search begins at seed 1 for every fault, and the file gets the seeds that it found.
 */
@Tag("long")
class PlantedFaultsTest {
    private static final int SEEDS_MAX = 4_000;
    private static final int THREADS = 2;
    private static final Path SEEDS = Path.of("src/test/resources/planted-seeds.txt");
    private static final boolean WRITE = Boolean.getBoolean("planted.write");

    /** A search that ends sooner costs less than a line. */
    private static final int MANY = 20;

    private final Map<String, Integer> seeds = new HashMap<>();

    /**
     * A fault and what became of it.
     *
     * @param by the broken invariant; null for none
     * @param seed that broke it, or the number of seeds that did not
     * @param unplanted the invariant that the same seed breaks without the fault; null for none
     */
    private record Row(Planted fault, String by, int seed, String unplanted) {
        boolean caught() {
            return by != null && unplanted == null;
        }

        @Override
        public String toString() {
            String what = by == null ? "not caught" : unplanted == null ? by : "fails unplanted too: " + unplanted;
            return "| " + fault.name() + " | `" + fault.file() + "` | " + what + " | " + seed + " |";
        }
    }

    /** The trial of a fault, on the classes of one loader. */
    private record Trials(ClassLoader classes, Planted fault) {
        /** Such as "I3 17"; null if all seeds pass. */
        String run(int from, int to) throws ReflectiveOperationException {
            return (String) classes.loadClass(Trial.class.getName())
                    .getMethod(fault.trial(), int.class, int.class)
                    .invoke(null, from, to);
        }
    }

    /** Only faults whose name contains it. */
    private static final String NAMED = System.getProperty("planted", "");

    @Test
    void everyPlantedFaultIsCaught() throws InterruptedException, ExecutionException, IOException {
        if (!WRITE) {
            readSeeds();
        }
        SilentProduct silence = new SilentProduct();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Row>> tasks = new ArrayList<>();
            faults().forEach(fault -> tasks.add(threads.submit(() -> row(fault))));
            List<Row> rows = new ArrayList<>();
            for (Future<Row> task : tasks) {
                rows.add(task.get());
                System.out.println(task.get());
            }
            List<Row> missed = rows.stream().filter(row -> !row.caught()).toList();
            System.out.println("caught " + (rows.size() - missed.size()) + " of " + rows.size() + " planted");
            assertThat(missed).isEmpty();
            if (WRITE) {
                writeSeeds(rows);
            }
        } finally {
            threads.shutdownNow();
            silence.end();
        }
    }

    /** A third of all for each commit, unless some are named or a file is written. */
    private static List<Planted> faults() {
        if (WRITE || !NAMED.isEmpty()) {
            return PlantedFaults.all().stream()
                    .filter(fault -> fault.name().contains(NAMED))
                    .toList();
        }
        return CommitShare.of(PlantedFaults.all());
    }

    @Test
    void everyFaultFitsTheSource() throws IOException {
        for (Planted fault : PlantedFaults.all()) {
            FaultyClasses.planted(fault);
        }
    }

    private Row row(Planted fault) throws IOException, ReflectiveOperationException {
        Trials faulty = new Trials(FaultyClasses.with(fault), fault);
        Integer known = seeds.get(fault.name());
        String caught = known == null ? null : faulty.run(known, known);
        if (caught == null) {
            caught = faulty.run(1, SEEDS_MAX);
        }
        if (caught == null) {
            return new Row(fault, null, SEEDS_MAX, null);
        }
        int space = caught.indexOf(' ');
        int seed = Integer.parseInt(caught.substring(space + 1));
        String unplanted = new Trials(Trial.class.getClassLoader(), fault).run(seed, seed);
        return new Row(fault, caught.substring(0, space), seed, unplanted);
    }

    /** Lines `SEED NAME`. */
    private void readSeeds() throws IOException {
        for (String line : Files.readAllLines(SEEDS)) {
            int space = line.indexOf(' ');
            seeds.put(line.substring(space + 1), Integer.parseInt(line.substring(0, space)));
        }
    }

    private static void writeSeeds(List<Row> rows) throws IOException {
        Files.write(
                SEEDS,
                rows.stream()
                        .filter(row -> row.seed() > MANY)
                        .map(row -> row.seed() + " " + row.fault().name())
                        .toList());
    }
}
