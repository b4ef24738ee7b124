package dev.hotlane.infra.feed;

import dev.hotlane.flusher.mysql.FlushSettings;
import dev.hotlane.protocol.kafka.KafkaConnection;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Settings of one feed.
 *
 * @param lane prefix of the topics
 * @param scope what is published
 * @param directory for its state files; no other process may use it
 * @param mysql the lane's database, read once at most; null for none
 * @param snapshot a snapshot to begin with; null for none
 */
public record FeedSettings(
        KafkaConnection kafka, String lane, FeedScope scope, Path directory, FlushSettings mysql, Path snapshot) {
    public FeedSettings {
        Objects.requireNonNull(kafka, "kafka");
        Objects.requireNonNull(lane, "lane");
        Objects.requireNonNull(scope, "scope");
        Objects.requireNonNull(directory, "directory");
    }
}
