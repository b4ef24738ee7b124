/**
 * The rules: counters, holds, window, clock and leadership as a pure function of the log. In: records, in offset order.
 * Out: Effects (reply, changes, holds, window entries) in the ring slot.
 * Thread: {@code state}.
 * May import: the JDK's data types, Agrona, protocol. No clock, I/O, randomness, logging or setting.
 */
package dev.hotlane.processor.state;
