package dev.hotlane.infra.stack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A tool that ran to its end.
 *
 * @param code its exit code
 * @param printed to both of its outputs
 */
public record Finished(int code, String printed) {

    /** Runs a tool; one that does not end in time is killed. Blocks. Any thread. */
    public static Finished run(Duration patience, String... command) {
        try {
            Process tool = new ProcessBuilder(command).redirectErrorStream(true).start();
            CompletableFuture<Process> end = tool.onExit().orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS);
            end.exceptionally(late -> tool.destroyForcibly());
            String printed = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
            return new Finished(tool.waitFor(), printed);
        } catch (IOException e) {
            throw new StackException(command[0] + " could not be run: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StackException("Interrupted while " + command[0] + " ran.", e);
        }
    }

    /** What it printed; throws if it failed. */
    public static String output(Duration patience, String... command) {
        Finished tool = run(patience, command);
        if (tool.code != 0) {
            throw new StackException(String.join(" ", command) + " failed: " + tool.printed);
        }
        return tool.printed;
    }
}
