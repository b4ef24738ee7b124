package dev.hotlane.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The client returns each final problem after one attempt, with its numbers. */
class RefusalsTest {
    private static final EnumSet<ProblemCode> NOT_FINAL = EnumSet.of(
            ProblemCode.ID_EXPIRED,
            ProblemCode.REQUEST_TIMEOUT,
            ProblemCode.QUOTA_EXCEEDED,
            ProblemCode.OVERLOADED,
            ProblemCode.UNAVAILABLE,
            ProblemCode.OUTCOME_UNKNOWN);

    static Stream<ProblemCode> finalCodes() {
        return EnumSet.complementOf(NOT_FINAL).stream();
    }

    @ParameterizedTest
    @MethodSource("finalCodes")
    void eachFinalCodeIsRefusedByOneAttempt(ProblemCode code) {
        int status = Stream.iterate(400, one -> one + 1)
                .filter(code::has)
                .findFirst()
                .orElseThrow();
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.problem(status, code.name(), ",\"offset\":8"));
                LaneClient client = LaneClient.connect(ClientSettings.of(gateway.address()))) {
            assertThat(client.counters().increment("k", 1).send()).isInstanceOfSatisfying(Refused.class, refused -> {
                assertThat(refused.code()).isEqualTo(code);
                assertThat(refused.status()).isEqualTo(status);
            });
            assertThat(gateway.got()).hasSize(1);
        }
    }

    @Test
    void aRefusalHasTheNumbersOfItsOp() {
        try (ScriptedGateway gateway = new ScriptedGateway(Steps.insufficient());
                LaneClient client = LaneClient.connect(ClientSettings.of(gateway.address()))) {
            Refused<ChangedCounter> refused = (Refused<ChangedCounter>)
                    client.counters().increment("k", -9).send();
            assertThat(refused.available()).hasValue(3);
            assertThat(refused.limit()).hasValue(0);
            assertThat(refused.op().index()).hasValue(0);
            assertThat(refused.op().key()).hasValue("k");
            assertThat(refused.at().offset()).hasValue(8);
            assertThat(refused.replayed()).isFalse();
        }
    }

    @Test
    void aCursorThatIsGoneIsARefusalOfTheRead() {
        try (ScriptedGateway gateway =
                        new ScriptedGateway(Steps.problem(410, "ID_EXPIRED", ",\"offset\":8,\"horizon\":1"));
                LaneClient client = LaneClient.connect(ClientSettings.of(gateway.address()))) {
            assertThat(client.reservations()
                            .list(ReservationFilter.all().cursor("abc"))
                            .send())
                    .isInstanceOf(Refused.class);
        }
    }
}
