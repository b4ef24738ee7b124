package dev.hotlane.gateway.view;

/**
 * Where a view stands: the last record that it includes, and the history that this record belongs to. Immutable.
 *
 * @param topicHash XXH64 of the command topic's id
 * @param sequenceBase sequence minus offset
 * @param epoch epoch of the leader that reigned after {@code to}
 * @param leadSequence sequence of the LEAD that began the epoch, or {@link #UNKNOWN}
 * @param to W: sequence of the last record included
 * @param logTime log time T after it, epoch ms
 */
public record ViewCut(long topicHash, long sequenceBase, long epoch, long leadSequence, long to, long logTime) {
    /** The LEAD of a checkpoint's epoch: the checkpoint has no sequence of it. */
    public static final long UNKNOWN = -1;
}
