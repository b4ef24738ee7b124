/** Tests of the bench of observers. */
package dev.hotlane.jmh.lane.observe;
