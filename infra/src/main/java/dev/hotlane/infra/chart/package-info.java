/**
 * Pictures as SVG, readable on light and dark pages, without scripts: line charts, bars, and what a terminal showed.
 * In: series of numbers, or a recording. Out: the picture's text.
 * Thread: any; all of it is immutable.
 * May import: the JDK.
 */
package dev.hotlane.infra.chart;
