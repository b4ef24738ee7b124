/**
 * What a measurement makes of its figures. In: figures. Out: one that stands for them.
 * Thread: the caller's.
 * May import: the JDK.
 */
package dev.hotlane.jmh.figures;
