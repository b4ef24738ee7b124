package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProductIdsTest {
    @Test
    void idsAreSplitBeforeTheyAreDecoded() {
        assertThat(ids("ids=a,b%2Cc,d+e,%E2%9C%93")).containsExactly("a", "b,c", "d e", "\u2713");
        assertThat(ids("first=ids&ids=a,b&last=%2C")).containsExactly("a", "b");
        assertThat(ids("ids=" + numbered(100))).hasSize(100);
        assertThat(ids("ids=" + "x".repeat(200))).hasSize(1);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "ids",
                "ids=",
                "ids=,",
                "ids=a,",
                "ids=,a",
                "ids=a,,b",
                "ids=a,a",
                "ids=a,%61",
                "ids=a&ids=b",
                "ids=a&more=1",
                "id=a",
                "ids=%FF",
                "ids=%2",
                "ids=a%2",
                "ids=\u00e4"
            })
    void otherQueriesAreMalformed(String query) {
        requireMalformed(query);
    }

    @Test
    void tooManyOrTooLongIdsAreMalformed() {
        requireMalformed("ids=" + numbered(101));
        requireMalformed("ids=" + "x".repeat(201));
    }

    private static void requireMalformed(String query) {
        assertThatThrownBy(() -> ids(query))
                .isInstanceOfSatisfying(
                        RequestRefused.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(Code.MALFORMED));
    }

    private static String numbered(int count) {
        return IntStream.range(0, count).mapToObj(i -> "p" + i).collect(Collectors.joining(","));
    }

    private static List<String> ids(String query) {
        QueryText.parse(query, List.of("first", ProductIds.IDS, "last"));
        return ProductIds.ofQuery(query);
    }
}
