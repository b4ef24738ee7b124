package dev.hotlane.proof.contract;

/** Streams of changes that are rejected; others have no end. The lane has no feed. One thread. */
final class RefusedChanges {
    private RefusedChanges() {}

    /** Calls them. */
    static void by(Driver driver) {
        Asked changes = driver.request("changes").query("kind=confirm");
        driver.any(changes.header("accept", "application/json"), 406, "NOT_ACCEPTABLE");
        driver.any(changes.header("Last-Event-ID", "x"), 400, "MALFORMED");
        for (String bad : new String[] {"kind=gap", "from=-1", "from=x", "prefix=", "owner=a&owner=a", "key=a"}) {
            driver.any(driver.request("changes").query(bad), 400, "MALFORMED");
        }
        driver.valid(changes, 503, "UNAVAILABLE");
    }
}
