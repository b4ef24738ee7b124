/** Tests of the measurement of reads. */
package dev.hotlane.jmh.reads;
