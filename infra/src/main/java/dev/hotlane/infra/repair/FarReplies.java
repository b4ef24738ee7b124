package dev.hotlane.infra.repair;

/**
 * Treatment of a sequence or an epoch of the reply topic that is farther above MySQL's than a re-anchoring goes. Either
 * it is forged, or MySQL was restored from before an earlier re-anchoring: only the operator can decide.
 */
public enum FarReplies {
    /** Rejects it and changes nothing. */
    REFUSE,
    /** It is genuine: continue above it. */
    TAKE,
    /** It is forged: use MySQL's. */
    IGNORE
}
