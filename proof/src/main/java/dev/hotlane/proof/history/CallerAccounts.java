package dev.hotlane.proof.history;

/** The accounts of callers. Both methods run on the callers' event loop. */
public interface CallerAccounts {
    /** The account of this caller's next attempt. */
    CallerAccount of(int client);

    /** An attempt that was sent by this account has ended, that many ns after it began. */
    default void ended(int client, CallerAccount account, CallResult result, long nanos) {}
}
