/** Tests of the measurement of transactions. */
package dev.hotlane.jmh.lane.transactions;
