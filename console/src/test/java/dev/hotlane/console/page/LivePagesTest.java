package dev.hotlane.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.access.CommandLimits;
import dev.hotlane.access.Identities;
import dev.hotlane.access.KeyText;
import dev.hotlane.access.Principal;
import dev.hotlane.access.Principals;
import dev.hotlane.access.Rights;
import dev.hotlane.console.caller.ConsoleCallers;
import dev.hotlane.console.caller.LoginSession;
import io.vertx.core.http.HttpServerResponse;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What an open page gets, by the calls on its response. */
public class LivePagesTest {
    private final List<String> calls = new ArrayList<>();
    private final LivePages pages = new LivePages();
    private boolean full;

    private HttpServerResponse response() {
        return (HttpServerResponse) Proxy.newProxyInstance(
                HttpServerResponse.class.getClassLoader(),
                new Class<?>[] {HttpServerResponse.class},
                (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "hashCode":
                            return 1;
                        case "equals":
                            return proxy == arguments[0];
                        case "writeQueueFull":
                            return full;
                        case "write", "reset", "end":
                            calls.add(method.getName());
                            return null;
                        default:
                            return method.getReturnType().isInstance(proxy) ? proxy : null;
                    }
                });
    }

    @Test
    void aPageThatTakesNothingForTenRoundsIsClosedAndGotNothingMeanwhile() {
        pages.add(response(), LoginSession.ofAnyone(), keys -> "{}");
        full = true;
        for (int i = 0; i < 9; i++) {
            pages.send(keys -> "{}");
        }
        assertThat(pages.open()).isEqualTo(1);
        assertThat(calls).containsExactly("write");
        pages.send(keys -> "{}");
        assertThat(pages.open()).isZero();
        assertThat(calls).containsExactly("write", "reset");
    }

    @Test
    void aPageEndsWithItsSession() {
        String key = KeyText.make();
        AtomicLong clock = new AtomicLong();
        Principal watcher = new Principal(
                "watcher",
                "",
                new Identities(List.of(KeyText.entry(key, 1)), List.of(), List.of()),
                new Rights(List.of()),
                new CommandLimits(8, 1),
                null);
        ConsoleCallers callers = new ConsoleCallers(() -> new Principals(List.of(watcher)), clock::get);
        pages.add(response(), callers.login(key), keys -> "{}");
        pages.sweep();
        assertThat(pages.open()).isEqualTo(1);
        clock.set(1);
        pages.sweep();
        assertThat(pages.open()).isZero();
        assertThat(calls).containsExactly("write", "end");
    }

    @Test
    void aPageThatReadsAgainStays() {
        pages.add(response(), LoginSession.ofAnyone(), keys -> "{}");
        full = true;
        for (int i = 0; i < 9; i++) {
            pages.send(keys -> "{}");
        }
        full = false;
        pages.send(keys -> "{}");
        full = true;
        for (int i = 0; i < 9; i++) {
            pages.send(keys -> "{}");
        }
        assertThat(pages.open()).isEqualTo(1);
    }
}
