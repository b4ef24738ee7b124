package dev.hotlane.processor.state;

/** Receives the holds of a state: open ones by their creation, then resolved ones by their resolution. */
public interface HoldRowSink {
    /** An open hold, valid during the call. */
    void open(HoldImage hold);

    /** A resolved hold that is kept, valid during the call. */
    void resolved(HoldImage hold);
}
