package dev.hotlane.processor.state;

/** This state is not what the leader's TICK says it was at the same offset: the process must not go on. */
public final class DivergenceException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DivergenceException(long leaderTick, long leaderDigest, long ownTick, long ownDigest) {
        super(String.format(
                "the leader's last TICK is the one at offset %d with the digest %016x, here it is the one at offset %d"
                        + " with %016x: this state has diverged from the log; keep this process' log, delete nothing,"
                        + " and start it anew from the checkpoint; if it diverges again run `hotlane verify`",
                leaderTick, leaderDigest, ownTick, ownDigest));
    }
}
