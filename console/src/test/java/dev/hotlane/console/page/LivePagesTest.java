package dev.hotlane.console.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.console.caller.LoginSession;
import io.vertx.core.http.HttpServerResponse;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
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
                        case "write", "reset":
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
