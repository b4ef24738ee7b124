package dev.hotlane.processor.state;

/** This state is not what the leader's TICK says it was at the same offset: the process must not go on. */
public final class DivergenceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DivergenceException(long offset, long expected, long found) {
        super(String.format(
                "the digest after the TICK at offset %d is %016x here, but the leader wrote %016x: this state has"
                        + " diverged from the log; keep this process' log, delete nothing, and start it anew from"
                        + " the checkpoint; if it diverges again run `hotlane verify`",
                offset, found, expected));
    }
}
