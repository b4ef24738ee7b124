package dev.hotlane.processor.state;

/**
 * Receives all rows of a state in the order of a checkpoint: counters by their keys, open holds by their creation,
 * resolved ones by their resolution, window entries as they came. All arguments are valid during the call.
 */
public interface StateSink extends CounterSink, HoldRowSink {
    /** A window entry: its sequence and the payload of its outcome. */
    void entry(long sequence, byte[] source, int offset, int length);
}
