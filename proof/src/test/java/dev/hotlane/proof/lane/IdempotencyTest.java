package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** A key names one command: it runs once, whoever sends it, however often, and through failures. */
@Tag("it")
@ExtendWith(RealStack.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IdempotencyTest {
    private static final int AT_ONCE = 64;

    private final WholeLane on;
    private Client client;
    private Client other;

    IdempotencyTest(Lane lane) {
        on = new WholeLane(lane);
    }

    @BeforeAll
    void serve() {
        client = on.serve(WholeLane.PATIENT);
        other = on.client(on.gateway(1, WholeLane.PATIENT));
        WholeLane.awaitServing(other);
    }

    @AfterAll
    void end() {
        on.close();
    }

    @Test
    void aRepeatGetsTheSameBytesMarkedAsReplayed() {
        Call call = Call.add("same-1", "same", 5);
        Answer first = client.call(call);
        Answer again = client.call(call);
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.replayed()).isFalse();
        requireRepeat(again, first);
        assertThat(valueOf("same")).isEqualTo(5);
    }

    @Test
    void theSameKeyForSomethingElseIsRefusedAndChangesNothing() {
        client.call(Call.add("other-1", "other", 5));
        Answer reused = client.call(Call.add("other-1", "other", 6));
        assertThat(reused.status()).isEqualTo(422);
        assertThat(reused.code()).isEqualTo("ID_REUSED");
        assertThat(valueOf("other")).isEqualTo(5);
    }

    @Test
    void aRejectionStaysOneAlthoughStockReturns() {
        Call buy = Call.add("reject-1", "scarce", -1);
        Answer rejected = client.call(buy);
        assertThat(rejected.status()).isEqualTo(409);
        assertThat(rejected.code()).isEqualTo("INSUFFICIENT");
        client.call(Call.add("reject-2", "scarce", 10));
        requireRepeat(client.call(buy), rejected);
        assertThat(client.call(Call.add("reject-3", "scarce", -1)).status()).isEqualTo(200);
        assertThat(valueOf("scarce")).isEqualTo(9);
    }

    @Test
    void duplicatesAtOnceThroughTwoGatewaysRunOnce() {
        Call call = Call.add("burst-1", "burst", 7);
        List<Answer> answers = Stream.of(client, other)
                .parallel()
                .flatMap(gateway -> gateway.callAll(Stream.generate(() -> call).limit(AT_ONCE)).stream())
                .toList();
        assertThat(answers).extracting(Answer::body).containsOnly(answers.get(0).body());
        assertThat(answers).filteredOn(answer -> !answer.replayed()).hasSize(1);
        assertThat(valueOf("burst")).isEqualTo(7);
        assertThat(on.census().offsets("burst-1")).hasSize(2 * AT_ONCE);
    }

    @Test
    void eachGatewayHearsItsOwnRepliesAndTheOtherTellsTheOriginal() {
        Stream<Call> calls = Stream.iterate(0, i -> i < 200, i -> i + 1).map(i -> Call.add("pair-" + i, "pair", 1));
        for (Call call : calls.toList()) {
            Client one = call.key().hashCode() % 2 == 0 ? client : other;
            Answer first = one.call(call);
            assertThat(first.status()).isEqualTo(200);
            requireRepeat((one == client ? other : client).call(call), first);
        }
        assertThat(valueOf("pair")).isEqualTo(200);
    }

    @Test
    void theWindowSurvivesKill9() {
        Call accepted = Call.add("kept-1", "kept", 3);
        Call rejected = Call.add("kept-2", "kept", -4);
        Answer first = client.call(accepted);
        Answer second = client.call(rejected);
        on.processor.kill9();
        on.processor.start().awaitLeading();
        WholeLane.awaitServing(client);
        requireRepeat(client.call(accepted), first);
        requireRepeat(client.call(rejected), second);
        on.awaitFlushed(client, second.offset());
        on.processor.kill9();
        on.processor.start().awaitLeading();
        WholeLane.awaitServing(client);
        requireRepeat(client.call(accepted), first);
        requireRepeat(client.call(rejected), second);
        assertThat(valueOf("kept")).isEqualTo(3);
        WholeLane.awaitServing(other);
    }

    private static void requireRepeat(Answer repeat, Answer first) {
        assertThat(repeat.status()).isEqualTo(first.status());
        assertThat(repeat.body()).isEqualTo(first.body());
        assertThat(repeat.replayed()).isTrue();
    }

    private long valueOf(String counter) {
        return client.call(Call.read(counter)).value();
    }
}
