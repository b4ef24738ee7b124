/** Tests of the measurement of the feed's rivals. */
package dev.hotlane.jmh.feed.rivals;
