package dev.hotlane.proof.processor;

import dev.hotlane.protocol.Verdict;

/**
 * What a test keeps of a reply.
 *
 * @param request of the caller
 * @param verdict what was decided
 * @param sequence of the record answered
 * @param origin where the outcome was decided
 * @param replayed whether it was stored before
 * @param value of the first result or counter, 0 if there is none
 */
record Answer(long request, Verdict verdict, long sequence, long origin, boolean replayed, long value) {}
