package dev.hotlane.infra.snapshot;

import dev.hotlane.flusher.mysql.Identity;
import dev.hotlane.protocol.Meta;
import java.nio.file.Path;

/**
 * A snapshot that was written, and listed unless it is a pure backup.
 *
 * @param file whole path
 * @param log that it belongs to
 * @param cut what is in it
 */
public record TakenSnapshot(Path file, Identity log, Meta cut) {}
