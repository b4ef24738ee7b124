/**
 * Line charts as SVG, readable on light and dark pages, without scripts. In: series of numbers. Out: the picture's
 * text.
 * Thread: any; all of it is immutable.
 * May import: the JDK.
 */
package dev.hotlane.jmh.chart;
