package dev.hotlane.infra.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.processor.halt.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The supervisor of `dev` starts a processor again after the exit codes that docs/operating.md names. */
class SupervisorTest {
    private static final Pattern AGAIN = Pattern.compile("start a processor again after ([0-9, to]+) and a signal");

    /** Of the JVM: the heap is full. */
    private static final int OUT_OF_MEMORY = 3;

    @Test
    void aProcessIsStartedAgainAfterTheExitCodesThatThePageNames() throws IOException {
        Matcher again = AGAIN.matcher(Files.readString(Path.of("../docs/operating.md")));
        assertThat(again.find()).isTrue();
        Set<Integer> named = new TreeSet<>();
        for (String word : again.group(1).split(", ")) {
            String[] ends = word.split(" to ");
            IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                    .forEach(named::add);
        }
        named.remove(OUT_OF_MEMORY);
        assertThat(Arrays.stream(ExitCode.values())
                        .filter(code -> !Supervisor.isHopeless(code))
                        .map(ExitCode::number)
                        .collect(Collectors.toSet()))
                .isEqualTo(named);
    }
}
