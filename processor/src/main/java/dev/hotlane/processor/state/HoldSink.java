package dev.hotlane.processor.state;

/** Receives the events of holds ({@link Effects#forEachHold}); the image is valid during the call. */
public interface HoldSink {
    /** A new hold; its sequence is greater than every other's. */
    void opened(HoldImage hold);

    /** An open hold has changed to this image. */
    void changed(HoldImage hold);

    /** A hold was resolved. */
    void resolved(HoldImage hold);
}
