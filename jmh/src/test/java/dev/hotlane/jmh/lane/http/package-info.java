/** Tests of what a bench over HTTP prints. */
package dev.hotlane.jmh.lane.http;
