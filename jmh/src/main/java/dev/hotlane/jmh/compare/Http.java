package dev.hotlane.jmh.compare;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

/** Questions to a server on this machine. Any thread. */
final class Http {
    private static final int ANSWER_MS_MAX = 1_000;

    private Http() {}

    /** Whether the server there says that it serves. */
    static boolean isReady(int port) {
        try {
            HttpURLConnection ask = (HttpURLConnection)
                    URI.create("http://127.0.0.1:" + port + "/readyz").toURL().openConnection();
            ask.setConnectTimeout(ANSWER_MS_MAX);
            ask.setReadTimeout(ANSWER_MS_MAX);
            return ask.getResponseCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }
}
