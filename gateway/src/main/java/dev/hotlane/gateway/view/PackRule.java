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
     * Judges a pack. An epoch grows with the sequence, so a greater one at or below W proves a rewritten log, and a lower
     * one above W belongs to a lost one.
     *
     * @param at where the view stands
     * @param loaded sequence of the checkpoint that the view was loaded from; no SKIP takes out what it includes
     */
    static PackRule judge(ViewPack pack, ViewCut at, long loaded) {
        if (pack.to() <= at.to()) {
            boolean rewritten = pack.epoch() > at.epoch() || pack.reset() && pack.to() > loaded;
            return rewritten ? REWRITTEN : IGNORE;
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
}
