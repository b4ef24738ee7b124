package dev.hotlane.protocol.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommitShareTest {
    private static final List<String> CHECKS =
            IntStream.range(0, 60).mapToObj(i -> "check " + i).toList();

    @Test
    void aCommitHasAboutAThirdAndAlwaysTheSame() {
        for (int commit = 0; commit < 50; commit++) {
            List<String> share = CommitShare.of(CHECKS, 3, "commit " + commit, "");
            assertThat(share)
                    .hasSizeBetween(6, 36)
                    .isEqualTo(CommitShare.of(CHECKS, 3, "commit " + commit, ""))
                    .isSubsetOf(CHECKS);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 6})
    void everyCheckIsOfSomeCommit(int parts) {
        Set<String> run = new HashSet<>();
        for (int commit = 0; commit < 50; commit++) {
            run.addAll(CommitShare.of(CHECKS, parts, "67abe3f0a1b" + commit, ""));
        }
        assertThat(run).hasSameElementsAs(CHECKS);
    }

    @Test
    void allRunOnRequestAndWithoutACommit() {
        assertThat(CommitShare.of(CHECKS, 3, "67abe3f0a1b2", "all")).isEqualTo(CHECKS);
        assertThat(CommitShare.of(CHECKS, 3, "unknown", "")).isEqualTo(CHECKS);
    }
}
