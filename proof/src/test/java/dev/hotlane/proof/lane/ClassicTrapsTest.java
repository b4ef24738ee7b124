package dev.hotlane.proof.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.infra.stack.Lane;
import dev.hotlane.infra.stack.RealStack;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Known faults of deal engines, each tested on the whole lane. Crashes are in {@link LostReplyTest}. */
@Tag("it")
@ExtendWith(RealStack.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClassicTrapsTest {
    private static final int CLIENTS = 1_000;

    private final WholeLane on;
    private Client client;
    private Client other;

    ClassicTrapsTest(Lane lane) {
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
        on.verify();
        on.close();
    }

    @Test
    void oneUnitIsReservedByOneOfAThousandClients() {
        client.call(Call.put("one-put", "one", 1));
        List<Answer> answers = Stream.of(client, other)
                .parallel()
                .flatMap(gateway -> gateway
                        .callAll(IntStream.range(0, CLIENTS / 2)
                                .mapToObj(i -> Deal.reserve("one-" + gateway.port() + "-" + i, "one")))
                        .stream())
                .toList();
        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> "INSUFFICIENT".equals(codeOf(answer)))
                .hasSize(CLIENTS - 1);
        requireCounter("one", 0, 1, 0);
    }

    @Test
    void theSameKeyInTwoLinesOfOneReservationIsSummed() {
        client.call(Call.put("twice-put", "twice", 10));
        Answer tooMany = client.call(Deal.reserve("twice-1", 60_000, Deal.line("twice", 6), Deal.line("twice", 6)));
        assertThat(tooMany.code()).isEqualTo("INSUFFICIENT");
        assertThat(tooMany.json().getLong("available")).isEqualTo(4);
        requireCounter("twice", 10, 0, 0);
        Answer all = client.call(Deal.reserve("twice-2", 60_000, Deal.line("twice", 6), Deal.line("twice", 4)));
        assertThat(all.status()).isEqualTo(201);
        requireCounter("twice", 0, 10, 0);
        client.call(Deal.cancel("twice-3", "twice-2"));
        requireCounter("twice", 10, 0, 0);
    }

    @Test
    void theLastUnitAndItsLimitGoTogetherOrNotAtAll() {
        client.call(Call.put("last-put", "last", 1));
        int buyers = 200;
        List<Answer> answers = client.callAll(IntStream.range(0, 2 * buyers)
                .mapToObj(i -> Deal.reserve("last-" + i, "last", "last-limit:u" + i % buyers)));
        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
        long used = IntStream.range(0, buyers)
                .mapToLong(
                        buyer -> client.call(Call.read("last-limit:u" + buyer)).value())
                .sum();
        assertThat(used).isEqualTo(1);
        requireCounter("last", 0, 1, 0);
    }

    @Test
    void aCancelAgainstItsExpiryHasOneWinnerAndTheUnitComesBackOnce() {
        SplittableRandom random = new SplittableRandom(Seeds.next());
        int holds = 300;
        client.call(Call.put("race-put", "race", holds));
        List<Call> reserves = IntStream.range(0, holds)
                .mapToObj(i -> Deal.reserve("race-" + i, "race", "race-limit:" + i, random.nextInt(50, 400)))
                .toList();
        assertThat(client.callAll(reserves.stream()))
                .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(201));
        List<Answer> cancels =
                client.callAll(IntStream.range(0, holds).mapToObj(i -> Deal.cancel("race-cancel-" + i, "race-" + i)));
        Awaitility.await("all units back").until(() -> counter("race").getLong("held") == 0);
        for (int i = 0; i < holds; i++) {
            String state = client.call(Deal.read("race-" + i)).json().getString("state");
            assertThat(state).isEqualTo(cancels.get(i).status() == 200 ? "cancelled" : "expired");
            assertThat(cancels.get(i).status()).isIn(200, 410);
        }
        requireCounter("race", holds, 0, 0);
    }

    @Test
    void aRenewalAfterExpiryIsRefusedAndTakesNothing() {
        client.call(Call.put("renew-put", "renew", 1));
        client.call(Deal.reserve("renew-1", "renew", "renew-limit", 50));
        awaitState("renew-1", "expired");
        assertThat(client.call(Deal.reserve("renew-2", "renew", "renew-limit")).status())
                .isEqualTo(201);
        Answer late = client.call(Deal.extend("renew-3", "renew-1", 60_000));
        assertThat(late.status()).isEqualTo(410);
        assertThat(late.code()).isEqualTo("EXPIRED");
        requireCounter("renew", 0, 1, 0);
    }

    @Test
    void aLimitReleasedByExpiryCanBeUsedAgain() {
        client.call(Call.put("release-put", "release", 5));
        client.call(Deal.reserve("release-1", "release", "release-limit"));
        Answer second = client.call(Deal.reserve("release-2", "release", "release-limit"));
        assertThat(second.code()).isEqualTo("LIMIT_EXCEEDED");
        client.call(Deal.extend("release-4", "release-1", 100));
        awaitState("release-1", "expired");
        assertThat(client.call(Deal.reserve("release-3", "release", "release-limit"))
                        .status())
                .isEqualTo(201);
        assertThat(client.call(Deal.reserve("release-2", "release", "release-limit")))
                .as("a refusal stays one for its key")
                .satisfies(again -> assertThat(again.replayed()).isTrue())
                .satisfies(again -> assertThat(again.body()).isEqualTo(second.body()));
        requireCounter("release", 4, 1, 0);
    }

    @Test
    void drainsUnderIncrementsAddUpWithTheRest() {
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            calls.add(Call.increment("till-inc-" + i, "till", i));
            if (i % 7 == 0) {
                calls.add(Call.drain("till-drain-" + i, "till"));
            }
        }
        List<Answer> answers = client.callAll(calls.stream());
        assertThat(answers).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
        assertThat(answers.stream().map(Answer::offset).distinct()).hasSize(calls.size());
        long drained = IntStream.range(0, calls.size())
                .filter(i -> calls.get(i).path().endsWith("/drain"))
                .mapToLong(i -> answers.get(i).json().getLong("previous"))
                .sum();
        assertThat(drained + client.call(Call.read("till")).value())
                .isEqualTo(LongStream.range(0, CLIENTS).sum());
    }

    @Test
    void of128WritersComparingAndSettingEachVersionServesOne() {
        int writers = 128;
        client.call(Call.put("cas-put", "cas", 0));
        List<Long> used = new ArrayList<>();
        List<Integer> losers =
                new ArrayList<>(IntStream.range(0, writers).boxed().toList());
        for (int round = 0; !losers.isEmpty(); round++) {
            int number = round;
            Answer read = client.call(Call.read("cas"));
            List<Answer> answers = client.callAll(losers.stream()
                    .map(writer ->
                            Call.putIfMatch("cas-" + number + "-" + writer, "cas", read.value() + 1, read.version())));
            int winner = requireOneWinner(answers);
            used.add(read.version());
            losers.remove(winner);
        }
        assertThat(used).hasSize(writers).doesNotHaveDuplicates().isSorted();
        assertThat(client.call(Call.read("cas")).value()).isEqualTo(writers);
    }

    private static int requireOneWinner(List<Answer> answers) {
        int[] winners = IntStream.range(0, answers.size())
                .filter(i -> answers.get(i).status() == 200)
                .toArray();
        assertThat(winners).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.status() == 412 && "VERSION_MISMATCH".equals(answer.code()))
                .hasSize(answers.size() - 1);
        return winners[0];
    }

    @Test
    void aSaleOpensAndClosesOnTheLogClockForAllAtOnce() {
        client.call(Call.put("sale-put", "sale", 1_000_000));
        long opens = client.call(Call.read("sale")).json().getLong("time") + 700;
        JsonObject hours = new JsonObject().put("op", "check").put("key", "sale");
        hours.put("notBefore", opens).put("notAfter", opens + 600);
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; answers.stream().noneMatch(answer -> "CLOSED".equals(codeOf(answer))); i++) {
            int round = i;
            List.of(client, other)
                    .forEach(gateway -> answers.addAll(gateway.callAll(IntStream.range(0, 8)
                            .mapToObj(j -> Call.transact(
                                    "sale-" + gateway.port() + "-" + round + "-" + j, hours, Call.add("sale", -1))))));
        }
        List<String> inOrder = answers.stream()
                .sorted(Comparator.comparingLong(Answer::offset))
                .map(answer -> answer.status() == 200 ? "OPEN" : answer.code())
                .distinct()
                .toList();
        assertThat(inOrder).containsExactly("NOT_OPEN", "OPEN", "CLOSED");
        assertThat(answers)
                .filteredOn(answer -> answer.status() == 200)
                .allSatisfy(answer -> assertThat(answer.json().getLong("time")).isBetween(opens, opens + 600));
        long sold = answers.stream().filter(answer -> answer.status() == 200).count();
        requireCounter("sale", 1_000_000 - sold, 0, 0);
    }

    @Test
    void aRecountWhileHoldsAreOpenCountsThemOnce() {
        client.call(Call.put("shelf-put", "shelf", 10));
        client.call(Deal.reserve("shelf-1", 60_000, Deal.line("shelf", 3)));
        client.call(Deal.reserve("shelf-2", 60_000, Deal.line("shelf", 2)));
        JsonObject recount = new JsonObject().put("op", "set").put("key", "shelf");
        client.call(Call.transact("shelf-3", recount.put("value", 8).put("basis", "onHand")));
        requireCounter("shelf", 3, 5, 0);
        client.call(Deal.cancel("shelf-4", "shelf-1"));
        client.call(Deal.confirm("shelf-5", "shelf-2"));
        requireCounter("shelf", 6, 0, 2);
    }

    private void awaitState(String id, String state) {
        Awaitility.await(id + " is " + state)
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> state.equals(client.call(Deal.read(id)).json().getString("state")));
    }

    private JsonObject counter(String key) {
        return client.call(Call.read(key)).json();
    }

    private void requireCounter(String key, long value, long held, long confirmed) {
        JsonObject counter = counter(key);
        assertThat(List.of(counter.getLong("value"), counter.getLong("held"), counter.getLong("confirmed")))
                .containsExactly(value, held, confirmed);
    }

    private static String codeOf(Answer answer) {
        return answer.status() < 300 ? "" : answer.code();
    }
}
