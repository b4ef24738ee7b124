package dev.hotlane.processor.halt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class HaltTest {
    private static final HaltReason FIRST = new HaltReason(ExitCode.STAGE_FAILED, "first");

    private final List<Object> done = new ArrayList<>();

    @Test
    void endsOnceForTheFirstFault() {
        Halt halt = new Halt(done::add);
        halt.request(FIRST);
        halt.request(new HaltReason(ExitCode.REPLY_FAILED, "second"));
        assertThat(done).containsExactly(FIRST);
        assertThat(halt.reason()).isSameAs(FIRST);
    }

    @Test
    void takesAStepBeforeTheEndAndIsLoggedOnce() {
        Logger log = (Logger) LoggerFactory.getLogger(Halt.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        log.addAppender(lines);
        try {
            Halt process = new Halt(done::add);
            Halt halt = process.after(refusal -> done.add("step"));
            halt.request(FIRST);
            assertThat(done).containsExactly("step", FIRST);
            assertThat(process.reason()).isSameAs(FIRST);
            assertThat(lines.list).hasSize(1);
        } finally {
            log.detachAppender(lines);
        }
    }

    @Test
    void endsAlsoIfTheStepBeforeFails() {
        Halt process = new Halt(done::add);
        Halt halt = process.after(refusal -> {
            throw new IllegalStateException("the producer is closed");
        });
        assertThatThrownBy(() -> halt.request(FIRST)).hasMessage("the producer is closed");
        assertThat(done).containsExactly(FIRST);
    }
}
