package dev.hotlane.protocol.kafka;

/** The file of {@code --kafka-config} can't be used. The message is one sentence with file, line and name, no value. */
public final class KafkaFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    KafkaFileException(String message) {
        super(message);
    }

    KafkaFileException(String message, Throwable cause) {
        super(message, cause);
    }
}
