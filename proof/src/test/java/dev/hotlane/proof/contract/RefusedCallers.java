package dev.hotlane.proof.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** Calls to a gateway that needs a key: without one, and with that of a principal above its rate. */
final class RefusedCallers {
    private RefusedCallers() {}

    /** Asks each call in both ways; the key is that of a principal with a rate of 1 per second. */
    static void refused(Driver driver, List<Asked> calls, String key) {
        withoutKey(driver, calls);
        aboveTheRate(driver, calls, key);
    }

    /** Only the calls that the document opens to all are answered; the others get 401. */
    private static void withoutKey(Driver driver, List<Asked> calls) {
        for (Asked asked : calls) {
            if (isOpen(asked)) {
                driver.valid(asked, Samples.success(asked.operation()));
            } else {
                Told told = driver.any(asked, 401, "UNAUTHORIZED");
                assertThat(told.header("WWW-Authenticate")).isEqualTo("Bearer realm=\"hotlane\"");
            }
        }
    }

    /** A page of a list costs 32 s of the rate of 1 per second; meanwhile each call but a batch, which pauses, gets 429. */
    private static void aboveTheRate(Driver driver, List<Asked> calls, String key) {
        driver.valid(by(key, driver.request("listReservations")), 200);
        for (Asked asked : calls) {
            if (!isOpen(asked) && !asked.operation().id().equals("batch")) {
                Told told = driver.any(by(key, asked), 429, "QUOTA_EXCEEDED");
                assertThat(told.header("Retry-After")).isNotNull();
            }
        }
    }

    private static boolean isOpen(Asked asked) {
        return asked.operation().node().has("security");
    }

    private static Asked by(String key, Asked asked) {
        return asked.header("Authorization", "Bearer " + key);
    }
}
