package dev.hotlane.flusher.mysql;

import java.util.Objects;

/** The log that a checkpoint belongs to: the Kafka cluster id and the topic id, both as text. */
public record Identity(String clusterId, String topicId) {
    public Identity {
        Objects.requireNonNull(clusterId, "clusterId");
        Objects.requireNonNull(topicId, "topicId");
    }
}
