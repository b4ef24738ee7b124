/** Tests of the measurement of the feed. */
package dev.hotlane.jmh.feed;
