package dev.hotlane.gateway.lane;

/** What is counted of requests on their way into the log and back. Any thread. */
public interface ExchangeMeters {
    /** Replies that answer no waiting request; the last three must stay 0. */
    enum Stray {
        /** The request was given up before. */
        LATE,
        /** The same answer again. */
        DUPLICATE,
        /** For another incarnation, or for a request whose slot was reused. */
        FOREIGN,
        /** A second answer that differs from the first. */
        CONTRADICTION,
        /** The id hash is not that of the request. */
        MISMATCH,
        /** Not readable, or does not fit the request. */
        DAMAGED
    }

    /** Records the time from sending a record to its reply. */
    void roundTrip(long nanos);

    /** Counts a reply for which no request waits. */
    void stray(Stray stray);

    /** Counts a request that joined the record of an earlier one. */
    void joined();

    /** Counts requests that were given up. */
    void timedOut(int requests);

    /** Counts requests rejected because too many are in flight. */
    void overloaded(int requests);

    /** Counts requests rejected because the lane is not available. */
    void unavailable(int requests);

    /** Counts a record that the producer rejected or Kafka did not acknowledge. */
    void producerFailed();
}
