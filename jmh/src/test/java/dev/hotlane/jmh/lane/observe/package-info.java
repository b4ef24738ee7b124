/** Tests of the bench of onlookers. */
package dev.hotlane.jmh.lane.observe;
