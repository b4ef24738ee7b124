package dev.hotlane.gateway.view;

import dev.hotlane.protocol.ViewPack;

/** What becomes of a pack, by where the view stands. Any thread; no state. */
enum PackRule {
    /** The view includes it, or it is of a history that was lost. */
    IGNORE,
    /** It begins at or before W and ends behind it. */
    APPLY,
    /** Changes before it are missing, or it is of another log: the view must be loaded again. */
    GAP,
    /** The log was rewritten below W: the view and every proof of its age are void. */
    REWRITTEN;

    /**
     * Judges a pack. An epoch grows with the sequence, so a greater one that began at or below W proves a rewritten log,
     * and a lower one above W belongs to a lost one. One epoch has one LEAD.
     *
     * @param at where the view stands
     * @param loaded sequence of the checkpoint that the view was loaded from; no SKIP takes out what it includes
     */
    static PackRule judge(ViewPack pack, ViewCut at, long loaded) {
        if (isOfAnother(pack, at)) {
            return REWRITTEN;
        }
        if (pack.to() <= at.to()) {
            return pack.reset() && pack.to() > loaded ? REWRITTEN : IGNORE;
        }
        if (pack.topicHash() != at.topicHash() || pack.sequenceBase() != at.sequenceBase()) {
            return GAP;
        }
        if (pack.epoch() < at.epoch()) {
            return IGNORE;
        }
        if (pack.reset()) {
            return REWRITTEN;
        }
        return pack.from() > at.to() ? GAP : APPLY;
    }

    /** Whether W is of another history than the pack, by the LEADs of both. */
    private static boolean isOfAnother(ViewPack pack, ViewCut at) {
        if (pack.epoch() != at.epoch()) {
            return pack.epoch() > at.epoch() && pack.leadSequence() <= at.to();
        }
        return at.leadSequence() != ViewCut.UNKNOWN && pack.leadSequence() != at.leadSequence();
    }
}
