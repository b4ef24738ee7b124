package dev.hotlane.console.log;

import dev.hotlane.console.care.LaneCare;

/** A lane whose topics can be read, as the program that starts the console supplies it. Any thread. */
public interface LoggedLane {
    /** Opens its command topic; blocks. Throws {@link LogUnreadableException} if it can't be read. */
    OpenLog commands();

    /** Opens a partition of its reply topic; as {@link #commands}. */
    OpenLog replies(int partition);

    /** What the view Care shows of it. */
    LaneCare care();
}
