package dev.hotlane.jmh.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/** Runs loads. Safe to use from any thread; each run is the calling thread's own event loop until it returns. */
public final class HttpLoad {
    private HttpLoad() {}

    /**
     * Runs one load to its end: warm-up, measured time, and a drain in which what is under way may end.
     *
     * @throws LoadException when nothing listens at the address or the machine has no more connections to give
     */
    public static LoadResult run(LoadSettings settings) {
        try (LoadLoop loop = new LoadLoop(settings)) {
            return loop.run();
        } catch (IOException e) {
            throw new LoadException(
                    "the load on " + settings.host() + ":" + settings.port() + " over " + settings.connections()
                            + " connections could not be kept up: " + e.getMessage()
                            + "; does it listen there, and do the limits of open files allow so many?",
                    e);
        }
    }

    /** Sends the requests with those numbers, at least one, once more to resolve their outcomes; returns the result. */
    public static LoadResult repeat(LoadSettings settings, long[] numbers) {
        RequestSource source = settings.source();
        RequestSource again = new RequestSource() {
            @Override
            public void write(long n, ByteBuffer out) {
                source.write(numbers[(int) n], out);
            }

            @Override
            public AnswerVerdict judge(long n, int status, byte[] body, int from, int length) {
                return source.judge(numbers[(int) n], status, body, from, length);
            }
        };
        return run(settings.withRate(0)
                .withWarmUp(Duration.ZERO)
                .withRequests(0, numbers.length)
                .withSource(again));
    }
}
