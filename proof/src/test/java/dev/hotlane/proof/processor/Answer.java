package dev.hotlane.proof.processor;

import dev.hotlane.protocol.Verdict;

/**
 * The fields of a reply that tests use.
 *
 * @param request number given by the caller
 * @param verdict of the command or read
 * @param sequence of the record answered
 * @param origin sequence at which the outcome was decided
 * @param replayed whether the outcome was stored before
 * @param value of the first result or counter, 0 for none
 */
record Answer(long request, Verdict verdict, long sequence, long origin, boolean replayed, long value) {}
