package dev.hotlane.console.page;

import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The open pages, each of which gets one event a second. A page that takes nothing for 10 s is closed; meanwhile it
 * gets no events, so that no queue grows. On the event loop.
 */
public final class LivePages {
    /** Most open pages. */
    static final int PAGES_MAX = 100;

    private static final int QUEUE_MAX = 256 * 1024;
    private static final int UNREAD_ROUNDS_MAX = 10;

    private final Map<HttpServerResponse, Integer> unread = new HashMap<>();

    /** Whether one more page has a place. */
    boolean hasRoom() {
        return unread.size() < PAGES_MAX;
    }

    /** How many are open. */
    public int open() {
        return unread.size();
    }

    /** Adds a page, and sends it what was before. */
    void add(HttpServerResponse page, Supplier<String> before) {
        page.setChunked(true).setWriteQueueMaxSize(QUEUE_MAX);
        page.exceptionHandler(gone -> unread.remove(page));
        page.closeHandler(gone -> unread.remove(page));
        unread.put(page, 0);
        page.write(event("before", before.get()));
    }

    /** Sends an event to each page that took the ones before. */
    public void send(String json) {
        String event = event("now", json);
        List<HttpServerResponse> slow = new ArrayList<>();
        for (Iterator<Map.Entry<HttpServerResponse, Integer>> each =
                        unread.entrySet().iterator();
                each.hasNext(); ) {
            Map.Entry<HttpServerResponse, Integer> page = each.next();
            if (!page.getKey().writeQueueFull()) {
                page.setValue(0);
                page.getKey().write(event);
            } else if (page.setValue(page.getValue() + 1) + 1 >= UNREAD_ROUNDS_MAX) {
                each.remove();
                slow.add(page.getKey());
            }
        }
        slow.forEach(HttpServerResponse::reset);
    }

    private static String event(String name, String json) {
        return "event: " + name + "\ndata: " + json + "\n\n";
    }
}
