package dev.hotlane.processor.state;

/** Receives what became of holds ({@link Effects#forEachHold}); the image is valid during the call. */
public interface HoldSink {
    /** A new hold; its sequence is greater than every other's. */
    void opened(HoldImage hold);

    /** An open hold is now like this. */
    void changed(HoldImage hold);

    /** A hold is open no more. */
    void resolved(HoldImage hold);
}
