package dev.hotlane.processor.halt;

/**
 * Why a processor did not start or ended by itself. Supervisors and runbooks rely on the numbers: none is ever reused.
 * 10-19 Kafka at start, 20-29 the checkpoint at start, 30-39 the lane while running, 40-49 another process took over,
 * 50-59 this process' host.
 */
public enum ExitCode {
    /** Stopped on request. */
    OK(0),
    /** Kafka did not answer within the time allowed at start. */
    KAFKA_UNREACHABLE(10),
    /** The checkpoint belongs to another Kafka cluster. */
    WRONG_CLUSTER(11),
    /** The command topic has another topic id than the checkpoint: it was deleted and created again. */
    TOPIC_RECREATED(12),
    /** The command or reply topic does not exist. */
    TOPIC_MISSING(13),
    /** The command topic has more than one partition. */
    TOO_MANY_PARTITIONS(14),
    /** A topic is compacted, not stamped by the broker, or otherwise not as the lane needs it. */
    TOPIC_SETTINGS(15),
    /** The log starts after the checkpoint: records that MySQL does not contain are gone. */
    LOG_LOST_RANGE(16),
    /** The log ends before the checkpoint: it was truncated or restored from an older copy. */
    CHECKPOINT_PAST_LOG_END(17),
    /** The record before the checkpoint is not the one that was applied: the log was rewritten. */
    LAST_RECORD_DIFFERS(18),
    /** Kafka refused the account at start, or an operation that the lane needs. */
    KAFKA_DENIED(19),
    /** MySQL did not answer within the time allowed at start. */
    MYSQL_UNREACHABLE(20),
    /** MySQL would cut or clip values silently. */
    NON_STRICT_SQL(21),
    /** Tables, columns, engine or server settings are not as the flusher needs them. */
    WRONG_SCHEMA(22),
    /** Rows of the checkpoint contradict each other. */
    CORRUPT_CHECKPOINT(23),
    /** The rows loaded do not have the digest that the checkpoint names. */
    DIGEST_MISMATCH(24),
    /** Log retention is on, and MySQL's commits may be lost by a power failure. */
    UNSAFE_COMMITS(25),
    /** MySQL refused the account's login, or a right that it needs, at start. */
    MYSQL_DENIED(26),
    /** An offset is missing in the log. */
    OFFSET_GAP(30),
    /** RULES of a format that this build does not support. */
    UNKNOWN_RULES(31),
    /** This state differs from the one that the leader reports at the same offset. */
    DIVERGED(32),
    /** A stage of the lane threw. */
    STAGE_FAILED(33),
    /** A reply could not be delivered; retries are over. */
    REPLY_FAILED(34),
    /** The leader can no longer append to the log. */
    LOG_WRITE_FAILED(35),
    /** MySQL rejects the data or the statement itself. */
    FLUSH_BROKEN(36),
    /** The log could not be read any further. */
    LOG_READ_FAILED(37),
    /** A SKIP was written while this process ran, for a record that it had applied. */
    LATE_SKIP(38),
    /** The gateway of this node is stuck: it took no replies for 1 s, or an event loop did nothing for 10 s. */
    GATEWAY_STUCK(39),
    /** Another process leads now, by the log. */
    STEPPED_DOWN(40),
    /** Another process owns the checkpoint now. */
    FENCED(41),
    /** MySQL is older than what this process loaded: it must load again. */
    CHECKPOINT_BEHIND(42),
    /** The HTTP port for metrics and health is taken. */
    SURROUNDINGS(50),
    /** The processor's directory is full or not writable. */
    NO_ROOM(51),
    /** The heap is too small for the RULES at the end of the log. */
    HEAP_TOO_SMALL(52),
    /** A file that a start needs is missing or not valid: principals, a certificate, a key. */
    BAD_FILE(53);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    /** The exit status of the process. */
    public int number() {
        return number;
    }

    /**
     * Whether another start may cure the end without an operator: what was away comes back, a file is mended, or all is
     * loaded again. The units of systemd and the supervisor of `dev` start no process again that ended with another code.
     */
    public boolean restartHelps() {
        return switch (this) {
            case OK,
                    KAFKA_UNREACHABLE,
                    KAFKA_DENIED,
                    MYSQL_UNREACHABLE,
                    MYSQL_DENIED,
                    DIVERGED,
                    STAGE_FAILED,
                    REPLY_FAILED,
                    LOG_WRITE_FAILED,
                    FLUSH_BROKEN,
                    LOG_READ_FAILED,
                    LATE_SKIP,
                    GATEWAY_STUCK,
                    STEPPED_DOWN,
                    FENCED,
                    CHECKPOINT_BEHIND,
                    BAD_FILE -> true;
            case WRONG_CLUSTER,
                    TOPIC_RECREATED,
                    TOPIC_MISSING,
                    TOO_MANY_PARTITIONS,
                    TOPIC_SETTINGS,
                    LOG_LOST_RANGE,
                    CHECKPOINT_PAST_LOG_END,
                    LAST_RECORD_DIFFERS,
                    NON_STRICT_SQL,
                    WRONG_SCHEMA,
                    CORRUPT_CHECKPOINT,
                    DIGEST_MISMATCH,
                    UNSAFE_COMMITS,
                    OFFSET_GAP,
                    UNKNOWN_RULES,
                    SURROUNDINGS,
                    NO_ROOM,
                    HEAP_TOO_SMALL -> false;
        };
    }
}
