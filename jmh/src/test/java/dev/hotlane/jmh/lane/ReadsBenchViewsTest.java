package dev.hotlane.jmh.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.jmh.reads.ReadsBench;
import dev.hotlane.protocol.planted.CommitShare;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The sections that {@link ReadsBenchTest} leaves: cards, boards, watches, proxies, sales beside a view, its load. A sixth for each commit. */
@Tag("it")
class ReadsBenchViewsTest {
    @Test
    void allOtherSectionsRunAndCheck() throws Exception {
        List<String> others = ReadsBench.sections().stream()
                .filter(Predicate.not(ReadsBenchTest.SECTIONS::contains))
                .toList();
        List<String> share = CommitShare.of(others, ReadsBenchTest.PARTS);
        String printed = ReadsBenchTest.run(share);
        if (share.contains("sales")) {
            assertThat(printed).contains("sales/s with the view");
        }
    }
}
