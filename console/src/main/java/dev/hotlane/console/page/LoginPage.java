package dev.hotlane.console.page;

import java.nio.charset.StandardCharsets;

/** The login form, which has no script. Immutable. */
final class LoginPage {
    private final String text =
            new String(PageFiles.bytes("/dev/hotlane/console/web/login.html"), StandardCharsets.UTF_8);

    /** The page with this token, and with this sentence of ours above the form; empty: none. Neither needs escaping. */
    String with(String token, String fault) {
        String alert = fault.isEmpty() ? "" : "<p class=\"alert\" role=\"alert\">" + fault + "</p>";
        return text.replace("{token}", token).replace("{fault}", alert);
    }
}
