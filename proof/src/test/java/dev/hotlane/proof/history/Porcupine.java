package dev.hotlane.proof.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Checker B, a Go program. It runs only where Go is installed and its one module can be loaded. Any thread. */
public final class Porcupine {
    private static final long BUILD_MINUTES_MAX = 5;
    private static final long CHECK_MINUTES_MAX = 4;

    /** Exit code and output of a run. */
    public record Said(int code, String words) {
        /** Whether every group has an order that explains it, with none undecided. */
        public boolean passed() {
            return code == 0;
        }

        /** Whether no order explains some group. */
        public boolean failed() {
            return code == 1;
        }
    }

    private final Path program;

    private Porcupine(Path program) {
        this.program = program;
    }

    /**
     * Builds the program in that directory; if this machine can't, prints one line with the reason and returns empty.
     */
    public static Optional<Porcupine> build(Path directory) throws IOException, InterruptedException {
        Path source = Path.of("porcupine").toAbsolutePath();
        if (!Files.exists(source.resolve("go.mod"))) {
            throw new IOException("no Go program at " + source);
        }
        Said there;
        try {
            there = run(source, List.of("go", "mod", "download"), BUILD_MINUTES_MAX);
        } catch (IOException e) {
            System.out.println("Checker B (Porcupine) is not run: Go is not installed (" + e.getMessage() + ")");
            return Optional.empty();
        }
        if (there.code() != 0) {
            System.out.println("Checker B (Porcupine) is not run: its module can't be had: " + there.words());
            return Optional.empty();
        }
        Path program = directory.resolve("porcupine");
        Said built = run(source, List.of("go", "build", "-o", program.toString(), "."), BUILD_MINUTES_MAX);
        if (built.code() != 0) {
            throw new IOException("checker B does not compile: " + built.words());
        }
        return Optional.of(new Porcupine(program));
    }

    /** Checks a history, and what a change feed published of it. */
    public Said check(Path history, Path events) throws IOException, InterruptedException {
        List<String> command =
                List.of(program.toString(), "-timeout", "60s", "-events", events.toString(), history.toString());
        return run(program.getParent(), command, CHECK_MINUTES_MAX);
    }

    private static Said run(Path directory, List<String> command, long minutesMax)
            throws IOException, InterruptedException {
        Path words = Files.createTempFile("porcupine", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(words.toFile())
                    .start();
            if (!process.waitFor(minutesMax, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IllegalStateException(command + " did not end within " + minutesMax + " minutes");
            }
            return new Said(process.exitValue(), Files.readString(words));
        } finally {
            Files.delete(words);
        }
    }
}
