package dev.hotlane.infra.stack;

import dev.hotlane.processor.halt.ExitCode;
import java.util.Arrays;
import java.util.Optional;

/**
 * How a processor ended, as text for the operator.
 *
 * @param status exit status of the process: 128 + n after signal n
 */
record Ending(int status) {
    private static final int SIGNALS = 128;

    /** Exit status of the JVM's ExitOnOutOfMemoryError; no processor uses it itself. */
    private static final int OUT_OF_MEMORY = 3;

    static Ending of(ChildProcess child) {
        return new Ending(child.exitCode());
    }

    boolean bySignal() {
        return status > SIGNALS;
    }

    /** The exit code of the processor; empty after a signal and if the JVM ended it. */
    Optional<ExitCode> code() {
        return Arrays.stream(ExitCode.values())
                .filter(code -> code.number() == status)
                .findAny();
    }

    /** Advice, a sentence and a space, if the process could not log it itself; else empty. */
    String advice() {
        return status == OUT_OF_MEMORY
                ? "Give it more heap, such as HOTLANE_JAVA_OPTS=-Xmx4g; see the runbook \"Full heap: 3\" in"
                        + " docs/operating.md. "
                : "";
    }

    @Override
    public String toString() {
        if (bySignal()) {
            return "by signal " + (status - SIGNALS);
        }
        String name = status == OUT_OF_MEMORY
                ? " (its heap is full)"
                : code().map(code -> " (" + code + ")").orElse("");
        return "with exit code " + status + name;
    }
}
