/**
 * The rules: counters, window, clock and leadership as a pure function of the log.
 * In: records, in offset order. Out: Effects (reply, changes, window entry) in the ring slot. Thread: state.
 * May import: the JDK's data types, Agrona, dev.hotlane.protocol. No clock, I/O, randomness, logging or setting.
 */
package dev.hotlane.processor.state;
