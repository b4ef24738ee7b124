/** Tests of the raw load. */
package dev.hotlane.jmh.lane.raw;
