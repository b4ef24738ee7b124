package dev.hotlane.proof.simulation;

import dev.hotlane.gateway.call.LocalView;
import dev.hotlane.gateway.lane.ExchangeMeters;

/** What a gateway counts of reads from memory. */
record SimMeters(SimTally tally) implements ExchangeMeters, LocalView.Meters {
    @Override
    public void readFromView() {
        tally.count("reads from a view");
    }

    @Override
    public void readFromLane() {
        tally.count("reads sent to the lane");
    }

    @Override
    public void roundTrip(long nanos) {}

    @Override
    public void stray(Stray stray) {
        Violation.require(
                stray != Stray.MISMATCH && stray != Stray.DAMAGED, "I10", () -> "a reply to a view's READ is " + stray);
    }

    @Override
    public void joined() {}

    @Override
    public void timedOut(int requests) {}

    @Override
    public void overloaded(int requests) {}

    @Override
    public void unavailable(int requests) {}

    @Override
    public void producerFailed() {}
}
