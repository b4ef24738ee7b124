package dev.hotlane.protocol.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotlane.protocol.ReplySamples;
import java.io.InputStream;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** A field of the schema's Reply message may be forgotten neither in {@link ReplyJson} nor in {@link ReplySamples}. */
class ReplyFieldsTest {
    /** Fields that the formatter prints under another name, or as several. */
    private static final Map<String, Set<String>> OTHER_NAMES = Map.of(
            "/gatewayHi", Set.of("/gateway"),
            "/gatewayLo", Set.of("/gateway"),
            "/time", Set.of("/logTime"),
            "/flags", Set.of("/replayed", "/stored", "/copied"));

    private static final Set<String> ZEROES = Set.of("", "0", "false", "0000000000000000");

    /** 0 in the golden files of version 1, which stay as they are. */
    private static final String ALWAYS_ZERO = "/problem/limit";

    @Test
    void theFormatterPrintsEveryFieldOfAReply() throws Exception {
        assertThat(printed().keySet()).containsAll(fields());
    }

    @Test
    void someSampleHasAnotherValueThanZeroInEveryField() throws Exception {
        Map<String, Set<String>> printed = printed();
        Set<String> fields = fields();
        fields.remove(ALWAYS_ZERO);
        assertThat(fields)
                .allSatisfy(field -> assertThat(printed.getOrDefault(field, Set.of()))
                        .as("values of %s", field)
                        .anyMatch(value -> !ZEROES.contains(value)));
    }

    /** The values in all samples, by paths such as {@code /holds/lines/key}. */
    private static Map<String, Set<String>> printed() {
        Map<String, Set<String>> printed = new TreeMap<>();
        for (byte[] record : ReplySamples.records().values()) {
            for (String line : new ReplyJson().lines(0, 0, 0, record, EnumSet.of(ReplyLineKind.REPLY))) {
                Lines.read(line)
                        .forEach((path, value) -> printed.computeIfAbsent(
                                        path.replaceAll("/[0-9]+", ""), none -> new TreeSet<>())
                                .add(value));
            }
        }
        return printed;
    }

    /** The paths at which the formatter prints the fields of the schema's Reply message. */
    private static Set<String> fields() throws Exception {
        Set<String> paths = new TreeSet<>();
        try (InputStream schema = ReplyFieldsTest.class.getResourceAsStream("/hotlane-schema.xml")) {
            NodeList messages = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(schema)
                    .getElementsByTagName("sbe:message");
            for (int i = 0; i < messages.getLength(); i++) {
                if (((Element) messages.item(i)).getAttribute("name").equals("Reply")) {
                    collect(messages.item(i), "", paths);
                }
            }
        }
        assertThat(paths).hasSizeGreaterThan(30);
        return paths;
    }

    private static void collect(Node parent, String prefix, Set<String> paths) {
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element field) {
                String path = prefix + "/" + field.getAttribute("name");
                if (field.getTagName().equals("group")) {
                    collect(field, path, paths);
                } else {
                    paths.addAll(OTHER_NAMES.getOrDefault(path, Set.of(path)));
                }
            }
        }
    }
}
