package dev.hotlane.flusher.mysql;

/**
 * Facts that a MySQL server reports.
 *
 * @param version as in SELECT VERSION()
 * @param flushLogAtTrxCommit innodb_flush_log_at_trx_commit: 1 means that a commit survives power loss
 * @param maxAllowedPacket largest statement in bytes
 * @param readOnly true when it accepts no writes from the flusher's user
 */
public record ServerFacts(String version, int flushLogAtTrxCommit, long maxAllowedPacket, boolean readOnly) {}
