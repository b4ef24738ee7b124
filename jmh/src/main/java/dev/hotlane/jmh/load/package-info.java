/**
 * An HTTP/1.1 load generator that costs little CPU. In: settings, and a source of requests that judges their answers.
 * Out: counts and latency histograms.
 * Thread: one event loop, which is the thread that called {@link HttpLoad#run}; a source is called on no other.
 * May import: the JDK, HdrHistogram.
 */
package dev.hotlane.jmh.load;
