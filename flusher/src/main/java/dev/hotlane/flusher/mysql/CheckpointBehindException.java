package dev.hotlane.flusher.mysql;

/** The checkpoint in MySQL is older than the one this process started from: its dirty set would leave a gap. */
public final class CheckpointBehindException extends FlusherException {
    private static final long serialVersionUID = 1;

    CheckpointBehindException(long found, long expected) {
        super(
                Reason.CHECKPOINT_BEHIND,
                "MySQL holds the checkpoint of offset " + found + ", this process knows only changes since " + expected
                        + " (was a backup restored, or a failover made to a lagging replica?)."
                        + " Restart the processor: it loads the older checkpoint and replays the log from there.");
    }
}
