package dev.hotlane.jmh.lane.transactions;

import java.time.Duration;

/**
 * How transactions are measured. Immutable.
 *
 * @param transactions a second
 * @param records of each of the three topics in a transaction
 * @param rate adds a second at the lane
 * @param connections of the adds
 * @param warmUp of lane and publisher, before anything counts
 * @param window of each measurement; a round has one with transactions and one without
 * @param rounds from 1
 */
public record TransactionsSettings(
        int transactions, int records, int rate, int connections, Duration warmUp, Duration window, int rounds) {}
