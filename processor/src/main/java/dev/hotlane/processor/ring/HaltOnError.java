package dev.hotlane.processor.ring;

import com.lmax.disruptor.ExceptionHandler;
import dev.hotlane.processor.flow.Slot;
import dev.hotlane.processor.halt.ExitCode;
import dev.hotlane.processor.halt.Halt;
import dev.hotlane.processor.halt.HaltReason;
import dev.hotlane.processor.state.DivergenceException;
import dev.hotlane.processor.state.LateSkipException;
import dev.hotlane.processor.state.UnknownRulesException;

/**
 * Ends the process on any exception in a stage. It never returns normally: the Disruptor would step over the failed
 * record. With the Disruptor's own handler only that one thread would end, while replies and flushes continued.
 */
final class HaltOnError implements ExceptionHandler<Slot>, Thread.UncaughtExceptionHandler {
    private final Halt halt;

    HaltOnError(Halt halt) {
        this.halt = halt;
    }

    @Override
    public void handleEventException(Throwable fault, long sequence, Slot slot) {
        if (slot == null) {
            throw stop("while waiting", fault);
        }
        HaltReason refusal = refusal("at offset " + slot.offset, fault);
        // The other stages process records that the stage state has applied.
        boolean decides = Thread.currentThread().getName().equals("state");
        HaltReason reason = decides ? refusal.at(slot.offset) : refusal;
        halt.request(reason);
        throw reason;
    }

    @Override
    public void handleOnStartException(Throwable fault) {
        throw stop("at its start", fault);
    }

    @Override
    public void handleOnShutdownException(Throwable fault) {
        throw stop("at its end", fault);
    }

    /** A stage's thread ends here after {@link #stop}, and on any other fault that comes this far. */
    @Override
    public void uncaughtException(Thread thread, Throwable fault) {
        halt.request(refusal("outside of any record", fault));
    }

    private HaltReason stop(String where, Throwable fault) {
        HaltReason refusal = refusal(where, fault);
        halt.request(refusal);
        return refusal;
    }

    private static HaltReason refusal(String where, Throwable fault) {
        if (fault instanceof HaltReason refusal) {
            return refusal;
        }
        if (fault instanceof DivergenceException) {
            return new HaltReason(ExitCode.DIVERGED, fault.getMessage(), fault);
        }
        if (fault instanceof UnknownRulesException) {
            return new HaltReason(ExitCode.UNKNOWN_RULES, fault.getMessage(), fault);
        }
        if (fault instanceof LateSkipException) {
            return new HaltReason(ExitCode.LATE_SKIP, fault.getMessage(), fault);
        }
        String stage = Thread.currentThread().getName();
        return new HaltReason(
                ExitCode.STAGE_FAILED,
                "stage " + stage + " failed " + where + ": " + fault + "; nothing of that offset was answered or"
                        + " flushed by it. Start the processor again: it resumes from the checkpoint; if it fails at"
                        + " the same offset again, keep the log, report the fault, and see `hotlane skip`",
                fault);
    }
}
