package dev.hotlane.console.care;

import java.util.List;

/**
 * One thing that an operator may have to do.
 *
 * @param name of the task
 * @param when to do it
 * @param changes what it changes
 * @param first what to check before
 * @param runbook heading of docs/operating.md
 * @param commands words of each command, in order, without the options that name the lane
 * @param reach which of the options that name the lane are added to the commands
 */
record CareTask(
        String name,
        String when,
        String changes,
        String first,
        String runbook,
        List<List<String>> commands,
        Reach reach) {
    /** The options that a task needs. */
    enum Reach {
        /** Brokers, lane and database. */
        ALL,
        /** The same with another database in place of the lane's. */
        NEW_DATABASE
    }
}
