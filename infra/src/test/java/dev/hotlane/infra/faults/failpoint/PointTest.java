package dev.hotlane.infra.faults.failpoint;

import static org.assertj.core.api.Assertions.assertThat;

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
    void thereAreTwentyFiveAndMore() {
        assertThat(Point.values()).hasSizeGreaterThanOrEqualTo(25);
    }

    @Test
    void aTrapLetsSoManyPassesGoAndActsOnce() {
        Trap trap = Trap.parse("REPLY_SENT THROW 2");
        Trap.set(trap);
        try {
            Trap.pass(Point.REPLY_SENT);
            Trap.pass(Point.COMMIT_AFTER);
            Trap.pass(Point.REPLY_SENT);
            assertThat(trap.passes().get()).isZero();
            assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> Trap.pass(Point.REPLY_SENT)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("reply-sent");
            Trap.pass(Point.REPLY_SENT);
        } finally {
            Trap.set(null);
        }
    }
}
