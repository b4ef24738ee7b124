package dev.hotlane.proof.faults;

import dev.hotlane.infra.stack.DevStack;
import dev.hotlane.infra.stack.DevStackSettings;
import dev.hotlane.infra.stack.Stack;
import dev.hotlane.proof.faults.scene.FaultRow;
import dev.hotlane.proof.faults.scene.Findings;
import dev.hotlane.proof.faults.scene.Scene;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Runs rows one after the other, each on a lane of its own; rows without a stack of their own share one. One thread.
 */
public final class MatrixRun implements AutoCloseable {
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private final long seed;
    private final boolean brief;
    private final Path directory;
    private final PrintStream out;
    private DevStack shared;
    private int lanes;

    /**
     * @param seed of all random choices
     * @param brief fewer rounds in each row
     * @param directory for histories, logs and dumps
     */
    public MatrixRun(long seed, boolean brief, Path directory, PrintStream out) {
        this.seed = seed;
        this.brief = brief;
        this.directory = directory;
        this.out = out;
    }

    /** Runs all rows, also after a failed one; calls {@code progress} after each. */
    public List<RowResult> run(List<FaultRow> rows, Consumer<List<RowResult>> progress) {
        List<RowResult> results = new ArrayList<>();
        for (FaultRow row : rows) {
            RowResult result = run(row);
            out.println(result.line());
            result.findings().faults().forEach(fault -> out.println("     " + fault));
            if (!result.passed()) {
                out.printf(
                        "     files: %s; again: ./hotlane faults --rows %s --seed %d%s%n",
                        result.findings().directory(), row.id(), seed, brief ? " --short" : "");
            }
            results.add(result);
            progress.accept(List.copyOf(results));
        }
        return results;
    }

    /** Runs one row; a failure of the row is in the result and is not thrown. */
    public RowResult run(FaultRow row) {
        long begin = System.nanoTime();
        String lane = row.id().toLowerCase(Locale.ROOT) + "-" + ++lanes;
        Findings findings = new Findings(directory.resolve(lane));
        try {
            if (row.stack() == null) {
                play(row, shared(), lane, findings);
            } else {
                try (Stack own = row.stack().apply(settings())) {
                    play(row, own, lane, findings);
                }
            }
        } catch (Exception | AssertionError e) {
            findings.fault(told(e));
        }
        return new RowResult(row, findings, (System.nanoTime() - begin) / 1e9);
    }

    private void play(FaultRow row, Stack stack, String lane, Findings findings) throws Exception {
        long own = new SplittableRandom(seed + row.id().hashCode() * GOLDEN).nextLong();
        try (Scene scene = new Scene(stack, lane, row.plan(), own, brief, findings)) {
            try {
                row.script().before(scene);
                scene.serve();
                row.script().run(scene);
                scene.settle(row.bound());
            } catch (Exception | AssertionError e) {
                findings.fault(told(e));
                scene.keepLogs();
                scene.heal();
            }
        }
    }

    private static String told(Throwable e) {
        StringWriter words = new StringWriter();
        e.printStackTrace(new PrintWriter(words));
        return words.toString().trim();
    }

    private DevStack shared() {
        if (shared == null) {
            shared = DevStack.start(settings());
        }
        shared.kafka().start();
        shared.mysql().start();
        return shared;
    }

    // The broker advertises a name that a child can resolve to the address of a wire.
    private static DevStackSettings settings() {
        return DevStackSettings.temporary().withKafkaProperty("advertised.listeners", "PLAINTEXT://localhost:${port}");
    }

    @Override
    public void close() {
        if (shared != null) {
            shared.close();
        }
    }
}
