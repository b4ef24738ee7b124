/** Tests of the callers. */
package dev.hotlane.jmh.lane.callers;
