package dev.hotlane.console.source;

import io.vertx.core.json.JsonObject;

/** Sources whose readings a test gives, for tests of other packages. */
public final class GivenSources {
    private GivenSources() {}

    /** One that was never read. */
    public static ReadSource unread(int port) {
        return new ReadSource(SourceAddress.of(SourceName.of("http://127.0.0.1:" + port, false), null));
    }

    /** Gives it a reading of that moment. */
    public static void read(ReadSource source, long at, JsonObject stats, JsonObject status) {
        source.answered(new Reading(at, stats, status));
    }

    /** Its request fails. */
    public static void fail(ReadSource source) {
        source.failed("no answer in 1 s");
    }
}
