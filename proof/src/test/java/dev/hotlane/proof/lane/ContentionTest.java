package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Many calls at once on one counter: the log gives their order, and all answers follow it. */
@Tag("it")
@ExtendWith(RealStack.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ContentionTest {
    private static final int CUSTOMERS = 1_000;

    private final WholeLane on;
    private Client client;
    private Client other;

    ContentionTest(Lane lane) {
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
    void oneUnitGoesToOneOfAThousand() {
        client.call(Call.put("unit", "unit", 1));
        List<Answer> answers = client.callAll(
                IntStream.range(0, CUSTOMERS).mapToObj(customer -> Call.add("unit-" + customer, "unit", -1)));
        assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 200)
                .hasSize(CUSTOMERS - 1)
                .allSatisfy(answer -> assertThat(answer.code()).isEqualTo("INSUFFICIENT"));
        assertThat(client.call(Call.read("unit")).value()).isZero();
    }

    @Test
    void aReadSeesEveryWriteThatWasAcknowledgedBeforeItThroughWhateverGateway() {
        for (int i = 1; i <= 100; i++) {
            long written = client.call(Call.increment("lin-" + i, "lin", 1)).offset();
            Answer read = (i % 2 == 0 ? client : other).call(Call.read("lin"));
            assertThat(read.version()).isEqualTo(written);
            assertThat(read.value()).isEqualTo(i);
        }
    }

    @Test
    void readsNeverGoBackWhileOthersWrite() {
        List<Call> calls = Stream.iterate(0, i -> i < CUSTOMERS, i -> i + 1)
                .flatMap(i -> Stream.of(Call.increment("mono-" + i, "mono", 1), Call.read("mono")))
                .toList();
        List<Answer> answers = client.callAll(calls.stream());
        long[] valuesByOffset = IntStream.range(0, calls.size())
                .filter(i -> calls.get(i).key() == null)
                .mapToObj(answers::get)
                .sorted(Comparator.comparingLong(Answer::offset))
                .mapToLong(Answer::value)
                .toArray();
        assertThat(valuesByOffset).hasSize(CUSTOMERS).isSorted();
    }
}
