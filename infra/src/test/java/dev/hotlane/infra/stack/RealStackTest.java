package dev.hotlane.infra.stack;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("it")
@ExtendWith(RealStack.class)
class RealStackTest {

    @Test
    void oneStackServesAllTests(DevStack stack, Lane lane) {
        assertThat(lane.stack()).isSameAs(stack);
    }
}
