package dev.hotlane.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotlane.gateway.problem.Code;
import dev.hotlane.gateway.problem.RequestRefused;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeyTest {
    @Test
    void takesBareAndQuotedFormsAsTheSameKey() {
        assertThat(IdempotencyKey.parse("8e03978e-40d5")).asString().isEqualTo("8e03978e-40d5");
        assertThat(IdempotencyKey.parse("\"8e03978e-40d5\"")).asString().isEqualTo("8e03978e-40d5");
        assertThat(IdempotencyKey.parse("a\\b")).isEqualTo(IdempotencyKey.parse("\"a\\\\b\""));
        assertThat(IdempotencyKey.parse("a\"b")).isEqualTo(IdempotencyKey.parse("\"a\\\"b\""));
    }

    @Test
    void takes64CharactersAndNotOneMore() {
        String longest = "x".repeat(64);
        assertThat(IdempotencyKey.parse(longest)).hasSize(64);
        assertThat(IdempotencyKey.parse('"' + longest + '"')).hasSize(64);
        assertRefused(longest + "x");
        assertRefused('"' + longest + "x\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"",
                "\"\"",
                "\"a",
                "\"a\"b\"",
                "\"a\"; p=1",
                "a b",
                "\"a b\"",
                "\u00e4",
                "a\t",
                "\"\\a\"",
                "\"a\\\"",
                "\u007f",
                "\ud800"
            })
    void refusesWhatIsNoKey(String value) {
        assertRefused(value);
    }

    private static void assertRefused(String value) {
        assertThatThrownBy(() -> IdempotencyKey.parse(value))
                .isInstanceOfSatisfying(
                        RequestRefused.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(Code.MALFORMED))
                .hasMessageStartingWith("Idempotency-Key: ");
    }
}
