package dev.hotlane.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientKeyTest {
    private static final String KEY = "hl_one";

    @TempDir
    private Path directory;

    @Test
    void goesWithEachRequest() {
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.incremented("k"));
                LaneClient client =
                        LaneClient.connect(ClientSettings.of(gateway.address()).withKey(KEY))) {
            client.counters().increment("k", 1).send();
            client.counters().increment("k", 1).send();
            assertThat(gateway.got())
                    .hasSize(2)
                    .allSatisfy(got -> assertThat(got.headers()).containsEntry("authorization", "Bearer " + KEY));
        }
    }

    @Test
    void aFileIsReadAgainWhenItChangesAndABrokenOneLeavesTheKey() throws IOException {
        Path file = Files.writeString(directory.resolve("key"), KEY + "\n");
        ClientKey key = ClientKey.ofFile(file);
        assertThat(key.header()).isEqualTo("Bearer " + KEY);
        Files.writeString(file, "hl_two");
        await().atMost(Duration.ofSeconds(30)).until(() -> key.header().equals("Bearer hl_two"));
        Files.writeString(file, "no key");
        assertThat(key.header()).isEqualTo("Bearer hl_two");
        assertThat(key + " " + ClientKey.of(KEY)).doesNotContain("hl_");
    }

    /** Without the care that this tests, the calls would wait for ever. */
    @Test
    @Timeout(120)
    void aSupplierThatFailsSendsNothingAndIsAskedAgain() {
        AtomicInteger asked = new AtomicInteger();
        Supplier<String> tokens = () -> switch (asked.getAndIncrement() % 3) {
            case 0 -> KEY;
            case 1 -> throw new IllegalStateException("the token server is away");
            default -> "";
        };
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.unavailable(), Steps.incremented("k"));
                LaneClient client = LaneClient.connect(ClientSettings.of(gateway.address())
                        .withKey(tokens)
                        .withBackoff(Duration.ofMillis(1), Duration.ofMillis(2)))) {
            assertThat(client.counters().increment("k", 1).send()).isInstanceOf(Done.class);
            assertThat(asked).hasValue(4);
            assertThat(gateway.got())
                    .hasSize(2)
                    .allSatisfy(got -> assertThat(got.headers()).containsEntry("authorization", "Bearer " + KEY));
        }
    }

    @Test
    @Timeout(120)
    void aBatchWhoseSupplierFailsIsSentCallByCall() {
        AtomicInteger asked = new AtomicInteger();
        Supplier<String> tokens = () -> {
            if (asked.getAndIncrement() == 0) {
                throw new IllegalStateException("the token server is away");
            }
            return KEY;
        };
        try (ScriptedGateway gateway = new ScriptedGateway(BatchedLines.allDone());
                LaneClient client = LaneClient.connect(ClientSettings.of(gateway.address())
                        .withKey(tokens)
                        .withBackoff(Duration.ofMillis(1), Duration.ofMillis(2)));
                Batcher batcher = client.batcher(BatcherSettings.USUAL)) {
            assertThat(batcher.send(BatchedLines.call(client, "b-1"))).isInstanceOf(Done.class);
            assertThat(asked).hasValue(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "hl_\u00e9"})
    void whatIsNoKeyIsRefusedWithoutItsText(String text) {
        assertThatThrownBy(() -> ClientKey.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("hl_");
    }

    @ParameterizedTest
    @CsvSource({"401, UNAUTHORIZED, ''", "403, FORBIDDEN, ''", "429, QUOTA_EXCEEDED, ',\"outcome\":\"not_executed\"'"})
    void aKeyThatIsNotEnoughIsAnsweredOnce(int status, String code, String more) {
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.problem(status, code, more));
                LaneClient client =
                        LaneClient.connect(ClientSettings.of(gateway.address()).withKey(KEY))) {
            assertThat(client.counters().increment("k", 1).send())
                    .isInstanceOfSatisfying(
                            Refused.class, refused -> assertThat(refused.code()).isEqualTo(ProblemCode.valueOf(code)));
            assertThat(gateway.got()).hasSize(1);
        }
    }
}
