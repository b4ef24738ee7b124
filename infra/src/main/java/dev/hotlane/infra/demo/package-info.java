/**
 * The demo: a hot deal on a real stack, with the leading node killed in the middle, and the proof that nothing was
 * lost; and a sample catalogue. In: a stack, the number of buyers, a seed. Out: a table and a verdict, a recording and a
 * picture of the sale; product cards.
 * Threads: the caller's, and {@code buyers}.
 * May import: client, protocol, processor.state, infra, HdrHistogram.
 */
package dev.hotlane.infra.demo;
