package dev.hotlane.proof.faults.failpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PointTest {
    @ParameterizedTest
    @EnumSource
    void everyPointIsExactlyOneMethodOfTheProduct(Point point) throws ClassNotFoundException {
        Class<?> type = Class.forName(point.type(), false, getClass().getClassLoader());
        assertThat(Arrays.stream(type.getDeclaredMethods())
                        .filter(method -> method.getName().equals(point.method()))
                        .filter(method -> method.getParameterCount() == point.parameters())
                        .filter(method -> !method.isSynthetic()))
                .as(point.type() + "." + point.method() + " with " + point.parameters() + " parameters")
                .hasSize(1);
    }

    @Test
    void theCommandAtHandHasTheRecordKeyThatTrapsCompare() throws ReflectiveOperationException {
        Point point = Point.STATE_TRANSACT;
        Class<?> commands = Class.forName(point.type(), false, getClass().getClassLoader());
        assertThat(Arrays.stream(commands.getDeclaredMethods())
                        .filter(method -> method.getName().equals(point.method()))
                        .map(method -> method.getParameterTypes()[0]))
                .singleElement()
                .satisfies(type -> assertThat(type.getDeclaredField(FailpointAgent.COMMAND_FIELD)
                                .getType())
                        .isEqualTo(byte[].class));
    }

    @Test
    void thereAreTwentyFiveAndMore() {
        assertThat(Point.values()).hasSizeGreaterThanOrEqualTo(25);
    }

    @Test
    void aTrapForOneCommandLetsAllOthersPass() {
        Trap trap = Trap.parse("STATE_TRANSACT THROW 0 poison");
        Trap.set(trap);
        try {
            FailpointAgent.pass("STATE_TRANSACT", new AtHand("other".getBytes(StandardCharsets.UTF_8)));
            FailpointAgent.pass("STATE_TRANSACT");
            assertThat(trap.passes().get()).isZero();
            AtHand poison = new AtHand("poison".getBytes(StandardCharsets.UTF_8));
            assertThat(catchThrowable(() -> FailpointAgent.pass("STATE_TRANSACT", poison)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("state-transact");
        } finally {
            Trap.set(null);
        }
    }

    private record AtHand(byte[] recordKey) {}

    @Test
    void aTrapLetsSoManyPassesGoAndActsOnce() {
        Trap trap = Trap.parse("REPLY_SENT THROW 2");
        Trap.set(trap);
        try {
            Trap.pass(Point.REPLY_SENT);
            Trap.pass(Point.COMMIT_AFTER);
            Trap.pass(Point.REPLY_SENT);
            assertThat(trap.passes().get()).isZero();
            assertThat(catchThrowable(() -> Trap.pass(Point.REPLY_SENT)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("reply-sent");
            Trap.pass(Point.REPLY_SENT);
        } finally {
            Trap.set(null);
        }
    }
}
