package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.access.Verb;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RouteVerbsTest {
    static List<Route> all() {
        return Routes.ALL;
    }

    @ParameterizedTest
    @MethodSource("all")
    void eachRouteHasItsVerbsTheWeakestFirst(Route route) {
        List<Verb> verbs = RouteVerbs.of(route);
        assertThat(verbs).isSorted().doesNotHaveDuplicates();
        if (route.keyed() || route == Routes.BATCH) {
            assertThat(verbs).isNotEmpty().allMatch(Verb::commands);
        } else {
            assertThat(verbs).hasSizeLessThan(2).noneMatch(Verb::commands);
        }
    }

    @Test
    void healthAndContractAloneAreOpen() {
        assertThat(Routes.ALL.stream()
                        .filter(route -> RouteVerbs.of(route).isEmpty())
                        .map(Route::name))
                .containsExactlyInAnyOrder("healthz", "readyz", "contract");
    }
}
