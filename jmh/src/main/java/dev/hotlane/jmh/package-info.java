/**
 * Where the benchmarks start. In: a mode and patterns. Out: figures on the standard output.
 * Thread: JMH's. The benchmarks are in the packages below.
 * May import: every module but proof, JMH.
 */
package dev.hotlane.jmh;
