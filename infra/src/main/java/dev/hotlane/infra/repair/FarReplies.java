package dev.hotlane.infra.repair;

/**
 * What to do with a sequence or an epoch of the reply topic that is farther above MySQL's than a re-anchoring goes. A
 * stranger forged it, or MySQL was restored from before an earlier re-anchoring: only the operator can say.
 */
public enum FarReplies {
    /** Change nothing. */
    REFUSE,
    /** It was told: go on above it. */
    TAKE,
    /** It is forged: go by MySQL. */
    IGNORE
}
