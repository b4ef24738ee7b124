package dev.hotlane.jmh.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.jmh.reads.ReadsBench;
import dev.hotlane.jmh.reads.ReadsSettings;
import dev.hotlane.protocol.planted.CommitShare;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Sections up to the rivals run, and find each answer right: an instant of each, the figures do not matter. Each commit runs a sixth
 * of them.
 */
@Tag("it")
class ReadsBenchTest {
    /** About half of the time of all; {@link ReadsBenchViewsTest} has the others, for the JVM that runs beside. */
    static final List<String> SECTIONS = List.of("local", "pipelined", "lane", "rivals", "visible", "product", "list");

    static final int PARTS = 6;

    @Test
    void theseSectionsRunAndCheck() throws Exception {
        List<String> share = CommitShare.of(SECTIONS, PARTS);
        String printed = run(share);
        if (share.contains("local")) {
            assertThat(printed).contains("local GET : bare GET");
        }
        if (share.contains("rivals")) {
            assertThat(printed).contains("Kafka Streams", "etcd");
        }
    }

    /** What the run of these sections prints; throws AssertionError if an answer was wrong. */
    static String run(Collection<String> sections) throws Exception {
        assertThat(ReadsBench.sections()).containsAll(sections);
        if (sections.isEmpty()) {
            return "";
        }
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(output, true, StandardCharsets.UTF_8);
        boolean good = new ReadsBench(ReadsSettings.QUICK, out).run(sections);
        String text = output.toString(StandardCharsets.UTF_8);
        assertThat(good).as(text).isTrue();
        return text;
    }
}
