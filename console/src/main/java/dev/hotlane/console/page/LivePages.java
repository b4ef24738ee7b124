package dev.hotlane.console.page;

import dev.hotlane.access.Prefixes;
import dev.hotlane.console.caller.LoginSession;
import dev.hotlane.console.caller.ShownScope;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The open pages, each of which gets one event a second. A page that takes nothing for 10 s is closed; meanwhile it
 * gets no events, so that no queue grows. On the event loop.
 */
public final class LivePages {
    /** Most open pages. */
    static final int PAGES_MAX = 100;

    private static final int QUEUE_MAX = 256 * 1024;
    private static final int UNREAD_ROUNDS_MAX = 10;

    private final Map<HttpServerResponse, LivePage> pages = new HashMap<>();

    /** Who reads a page, and how many events in a row it did not take. */
    private static final class LivePage {
        private final LoginSession session;
        private int unread;

        LivePage(LoginSession session) {
            this.session = session;
        }

        Prefixes keys() {
            return ShownScope.of(session.caller()).keys();
        }
    }

    /** Whether one more page has a place. */
    boolean hasRoom() {
        return pages.size() < PAGES_MAX;
    }

    /** How many are open. */
    public int open() {
        return pages.size();
    }

    /** Adds a page, and sends it what was before, by the keys that it may show. */
    void add(HttpServerResponse page, LoginSession session, Function<Prefixes, String> before) {
        page.setChunked(true).setWriteQueueMaxSize(QUEUE_MAX);
        page.exceptionHandler(gone -> pages.remove(page));
        page.closeHandler(gone -> pages.remove(page));
        LivePage added = new LivePage(session);
        pages.put(page, added);
        page.write(event("before", before.apply(added.keys())));
    }

    /** Sends an event to each page that took the ones before: the same to all that may show the same keys. */
    public void send(Function<Prefixes, String> json) {
        Map<Prefixes, String> events = new HashMap<>();
        List<HttpServerResponse> slow = new ArrayList<>();
        for (Iterator<Map.Entry<HttpServerResponse, LivePage>> each =
                        pages.entrySet().iterator();
                each.hasNext(); ) {
            Map.Entry<HttpServerResponse, LivePage> entry = each.next();
            LivePage page = entry.getValue();
            if (!entry.getKey().writeQueueFull()) {
                page.unread = 0;
                entry.getKey().write(events.computeIfAbsent(page.keys(), keys -> event("now", json.apply(keys))));
            } else if (++page.unread >= UNREAD_ROUNDS_MAX) {
                each.remove();
                slow.add(entry.getKey());
            }
        }
        slow.forEach(HttpServerResponse::reset);
    }

    /** Ends each page whose session is over. */
    void sweep() {
        List<HttpServerResponse> over = new ArrayList<>();
        pages.forEach((response, page) -> {
            if (!page.session.goesOn()) {
                over.add(response);
            }
        });
        over.forEach(response -> {
            pages.remove(response);
            response.end(event("over", "{}"));
        });
    }

    private static String event(String name, String json) {
        return "event: " + name + "\ndata: " + json + "\n\n";
    }
}
