package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.http.HttpMethod;
import org.junit.jupiter.api.Test;

class RoutesTest {
    @Test
    void tellsACounterNamedQueryFromAQuery() {
        assertThat(name(HttpMethod.GET, "/v1/counters/query")).isEqualTo("counter_get");
        assertThat(name(HttpMethod.POST, "/v1/counters/query")).isEqualTo("query");
        assertThat(name(HttpMethod.POST, "/v1/counters/query/drain")).isEqualTo("drain");
    }

    @Test
    void takesOneSegmentAndNoMore() {
        assertThat(name(HttpMethod.GET, "/v1/counters/a%2Fb")).isEqualTo("counter_get");
        assertThat(Routes.find(HttpMethod.GET, "/v1/counters/a/b")).isNull();
        assertThat(Routes.find(HttpMethod.POST, "/v1/counters/a/b/drain")).isNull();
        assertThat(Routes.find(HttpMethod.POST, "/v1/counters/drain")).isNull();
        assertThat(Routes.find(HttpMethod.POST, "/v1/transactions/")).isNull();
    }

    @Test
    void saysWhichMethodsAPathTakes() {
        assertThat(Routes.allowed("/v1/counters/a")).isEqualTo("GET, HEAD, PUT, DELETE");
        assertThat(Routes.allowed("/v1/counters/query")).isEqualTo("POST, GET, HEAD, PUT, DELETE");
        assertThat(Routes.allowed("/nothing")).isEmpty();
    }

    @Test
    void namesEachRouteOnce() {
        assertThat(Routes.ALL.stream().map(Route::name)).doesNotHaveDuplicates();
    }

    private static String name(HttpMethod method, String path) {
        return Routes.find(method, path).name();
    }
}
