package dev.hotlane.protocol.kafka;

/** Kafka grants this process' account too little. The message names account, operation and topic. */
public final class KafkaDeniedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param sentence for the operator, see {@link Denial} */
    public KafkaDeniedException(String sentence) {
        super(sentence);
    }
}
