package dev.hotlane.gateway.listing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.gateway.Seed;
import dev.hotlane.gateway.call.Parameters;
import dev.hotlane.gateway.problem.RequestRefused;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageRequestTest {
    @Test
    void listsAllKeysByDefault() {
        PageRequest request = request();
        assertThat(request.from()).isEmpty();
        assertThat(request.to()).containsExactly(0xFF);
        assertThat(request.limit()).isEqualTo(100);
    }

    /** Goal: the range has the keys of the prefix behind the cursor, and no other. */
    @Test
    void hasExactlyTheKeysOfThePrefixBehindTheCursor() {
        Random random = Seed.random();
        for (int i = 0; i < 20_000; i++) {
            String prefix = text(random, 3);
            String last = prefix + text(random, 3);
            String key = random.nextBoolean() ? last + text(random, 2) : text(random, 6);
            if (prefix.isEmpty() || last.isEmpty()) {
                continue;
            }
            PageRequest request = request("prefix", prefix, "cursor", PageRequest.cursor(utf8(last)));
            boolean within = Arrays.compareUnsigned(utf8(key), request.from()) >= 0
                    && Arrays.compareUnsigned(utf8(key), request.to()) < 0;
            boolean expected = key.startsWith(prefix) && Arrays.compareUnsigned(utf8(key), utf8(last)) > 0;
            assertThat(within).as("%s in %s behind %s", key, prefix, last).isEqualTo(expected);
        }
    }

    private static String text(Random random, int lengthMax) {
        return random.ints(random.nextInt(lengthMax + 1), 0, 4)
                .mapToObj(each -> new String[] {"a", "b", "\u00e4", "\ud83d\ude00"}[each])
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @ValueSource(strings = {"!", "YQ", "cGx1cw", "c3RvY2s6\n", "=="})
    void refusesACursorOfAnotherPrefix(String cursor) {
        assertThatThrownBy(() -> request("prefix", "stock:", "cursor", cursor))
                .isInstanceOf(RequestRefused.class)
                .hasMessageContaining("the same prefix as there");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1001", "-1", "x", "1e2"})
    void refusesALimitThatIsNone(String limit) {
        assertThatThrownBy(() -> request("limit", limit)).isInstanceOf(RequestRefused.class);
    }

    @Test
    void refusesAPrefixThatNoKeyCanHave() {
        assertThatThrownBy(() -> request("prefix", "p".repeat(201))).isInstanceOf(RequestRefused.class);
    }

    private static PageRequest request(String... namesAndValues) {
        Map<String, byte[]> given = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            given.put(namesAndValues[i], utf8(namesAndValues[i + 1]));
        }
        return PageRequest.of(new Parameters(given));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
